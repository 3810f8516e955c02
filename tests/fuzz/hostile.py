"""Mails that are made to hold up whoever reads them."""

from base64 import encodebytes
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile


def _zip_of_noughts() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive, archive.open("orders.txt", "w") as orders:
        for _ in range(200):
            orders.write(b"0" * 1_000_000)
    return packed.getvalue()


HEAD = b"From: a@b.test\nSubject: x\n"
HOSTILE = {
    "a header line of a megabyte": b"From: a@b.test\nSubject: " + b"x" * 1_000_000 + b"\n\nhi",
    "a megabyte of broken encoded words": b"Subject: " + b"=?utf-8?q?a" * 100_000 + b"\n\nhi",
    "a From of nested comments": b"From: " + b"(<" * 500_000 + b"\n\nhi",
    "ten thousand multiparts in one another": HEAD
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(10_000)),
    "ten thousand mails in one another": HEAD + b"Content-Type: message/rfc822\n\n" * 10_000,
    "a million parts": HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 1_000_000,
    "endless parameters": HEAD + b"Content-Type: text/plain; " + b"a*0=b; " * 100_000 + b"\n\nx",
    "five million empty lines": HEAD + b"\n" * 5_000_000,
    "introductions without end": HEAD + b"\n" + b"On 10.11.2026 10:00 a@b.test wrote:\n" * 4_000,
    "one line of On On On": HEAD + b"\n" + b"On " * 40_000,
    "From lines": HEAD + b"\n" + b"From: a@b.test\n" * 30_000,
    "dashes": HEAD + b"\n" + b"--\n" * 4_000,
    "quote marks": HEAD + b"\n" + b">" * 1_000_000,
    "HTML a hundred thousand deep": HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 100_000,
    "quotations in one another": HEAD + b"Content-Type: text/html\n\n" + b"<blockquote>" * 30_000,
    "signed again and again": HEAD + b"\n" + b"-----BEGIN PGP SIGNED MESSAGE-----\n" * 20_000,
    "a bounce of sixty thousand addresses": b"Return-Path: <>\nFrom: mailer-daemon@b\n\n"
    + b"<a@b>:\nfailed\n" * 60_000,
    "a zip of two hundred megabytes of noughts": HEAD
    + b"Content-Type: application/zip; name=orders.zip\nContent-Transfer-Encoding: base64\n\n"
    + encodebytes(_zip_of_noughts()),
    "a million orders in base64": HEAD
    + b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
    + encodebytes(b"3.1: 6 fives\n" * 1_000_000),
    "four hundred thousand orders": HEAD + b"\n" + b"3.1: 6 fives\n" * 400_000,
    "one line of sixteen megabytes": HEAD + b"\n" + b"x" * 16_000_000,
    "a hundred thousand headers": HEAD + b"".join(b"X-%d: y\n" % each for each in range(100_000)) + b"\nhi",
    "a hundred thousand recipients": HEAD
    + b"To: "
    + b", ".join(b"p%d@b.test" % each for each in range(100_000))
    + b"\n\nhi",
    "fifty thousand senders": b"From: a@b.test\n" * 50_000 + b"\nhi",
    "thirty thousand tables": HEAD + b"Content-Type: text/html\n\n" + b"<table><tr><td>x</td></tr></table>" * 30_000,
    "attributes without end": HEAD + b"Content-Type: text/html\n\n<div " + b"a=b " * 200_000 + b">x</div>",
    "comments that do not end": HEAD + b"Content-Type: text/html\n\n" + b"<!--" * 200_000,
    "soft line ends without end": HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * 500_000,
    "flowed without end": HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b">>>>x \n" * 150_000,
    "UTF-7 without end": HEAD + b"Content-Type: text/plain; charset=utf-7\n\n" + b"+AGE-" * 200_000,
    "references without end": HEAD + b"References: " + b"<a@b> " * 100_000 + b"\n\nhi",
    "results of authentication in one another": HEAD
    + b"Authentication-Results: mx; "
    + b"dkim=pass ((" * 20_000
    + b"\n\nhi",
    "tags without end in the subject": b"From: a@b.test\nSubject: " + b"[~aaaa " * 20_000 + b"\n\nhi",
    "a report on thirty thousand recipients": b"From: mailer-daemon@b.test\n"
    + b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n"
    + b"Content-Type: message/delivery-status\n\n"
    + b"Final-Recipient: rfc822; a@b.test\nAction: failed\n\n" * 30_000,
    "introductions wrapped again and again": HEAD + b"\n" + b"On 10.11.2026 10:00\na@b.test\nGM wrote\n" * 1_300,
    "signatures of telephones without end": HEAD + b"\n" + b"Sent from x\n" * 3_990 + b"y\n",
    "rules below figures without end": HEAD + b"\n" + (b"1" * 1_900 + b"\n--\n") * 150,
    "bars without end": HEAD + b"\nGM wrote:\n" + b"| |" * 90_000,
    "boxes without end": HEAD + b"\n" + b"|-----+----->\n" * 4_000,
    "fences without end": HEAD + b"\n" + b">>> a@b 1 >>>\n\n" * 2_000,
    "forms without end": HEAD + b"\n> fill them in:\n" + b"> 1.1: x\n> 1.1 ______\n" * 1_900,
    "columns without end": HEAD + b"\n" + b"a@b.test\n1.1.2026 10:00\n" * 2_000,
    "labels in no tongue without end": HEAD + b"\n" + b"Teri: a@b.test\n" * 4_000,
    "introductions that run on without end": HEAD + b"\n" + b"On 1.1.2026 10:00 a@b.test wrote:   x\n" * 4_000,
    "labels without end": HEAD + b"\n" + b"From: a\nDate: 10:00\nTo: x\nSubject: y\n" * 1_000,
    "a subject of ten megabytes, folded": b"From: a@b.test\nSubject: " + b"x\n " * 3_000_000 + b"\n\nhi",
    "blanks before a colon without end": b"From: a@b.test\n" + (b"X" * 70 + b" " * 70 + b"\n") * 2_000 + b"\n\nhi",
    "a bounce with words without end": b"Return-Path: <>\nFrom: mailer-daemon@b.test\nSubject: x\n\n"
    + b"5.9.9 mailbox is exceeded " * 40_000,
    "addresses to come back to without end": b"From: a@b.test\nTo: "
    + b"gm+back-aaaaaaaaaaaaaaaa@games.test, " * 20_000
    + b"\n\nhi",
    "house words without end": HEAD + b"\n" + b"status\n" * 3_000,
    "matches without end": HEAD + b"\n" + b"".join(b"perudo-%d: 3.1: 6 fives\n" % each for each in range(3_000)),
}
"""What is made to take long or much, each by its name. The sender is one whom a test may let be a player."""
