"""What a GM sets up once: a TOML file and the environment, read into one frozen ``Settings``.

Every setting carries its explanation and an example; the sample file, the reference page and the
sentences about mistakes are all made from these.
"""

from processor.config.faults import ConfigError, NoSuchFile
from processor.config.loading import find, load
from processor.config.sample import sample, write
from processor.config.settings import Settings

__all__ = ["ConfigError", "NoSuchFile", "Settings", "find", "load", "sample", "write"]
