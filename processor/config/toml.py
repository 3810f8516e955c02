"""Settings as they are written in a TOML file."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ByteSize, SecretStr

_HOUR = timedelta(hours=1)


def line(key: str, value: Any) -> str:
    """One setting: ``port = 993``."""
    return f"{key} = {written(value)}"


def written(value: Any) -> str:
    """A value as TOML has it. Strings are written as in JSON, which TOML reads too."""
    match value:
        case bool():
            return "true" if value else "false"
        case ByteSize():
            return json.dumps(f"{value.to('MiB'):g} MiB")
        case int() | float():
            return str(value)
        case timedelta():
            return json.dumps(f"{value // _HOUR}h")
        case str() | Path():
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
        case SecretStr():
            return written(value.get_secret_value())
        case BaseModel():
            return written(value.model_dump(by_alias=True))
        case Mapping():
            return f"{{ {', '.join(line(key, each) for key, each in value.items())} }}"
        case Sequence():
            return f"[{', '.join(map(written, value))}]"
        case _:
            raise TypeError(f"no setting is a {type(value).__name__}")
