"""The desk, where the post and the rules meet: one transaction for one letter, one deadline, one instruction."""
