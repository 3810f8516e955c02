"""Bytes become text: by the declared charset where that can be true, by the likeliest guess where not."""

import codecs
import re

_TRUE_NAMES = {
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "iso-8859-8-i": "iso-8859-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman",
    "unicode-1-1-utf-7": "utf-7",
    "windows-874": "cp874",
}
"""What mails declare, and what their senders really wrote in: the wider set that holds the declared one."""

_NOT_FOR_MAIL = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
"""Python decodes these as text too, slowly or with warnings, and no mail program writes them."""

_CODE_PAGE = re.compile(r"(?:x-)?(?:cp|ibm|win|windows|dos|msdos|ms)?[-_ ]?(\d{3,5})")
"""A code page under one of the names that programs make up for it: "cp-850", "windows_1252", "x-cp1250"."""

_ONE_BYTE_WESTERN = {"cp1252", "iso8859-15", "cp1250", "cp1254", "mac-roman", "cp850", "cp437"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(raw: bytes, charset: str | None = None) -> str:
    """The text these bytes stand for. Never fails: what cannot be read becomes U+FFFD."""
    if raw.isascii() and not _is_stateful(charset):
        return raw.decode("ascii")
    for mark, marked in _MARKS:
        if raw.startswith(mark):
            return raw.decode(marked, "replace")
    codec = _codec(charset)
    if codec is None or codec in _ONE_BYTE_WESTERN:
        # Bytes that make sense as UTF-8 hardly ever mean anything else: the label is wrong.
        return _attempt(raw, "utf-8") or _attempt(raw, codec or "cp1252") or raw.decode("latin-1")
    return _attempt(raw, codec) or _guess(raw, codec)


def _guess(raw: bytes, codec: str) -> str:
    """A text that breaks its declared charset: a broken place or two, or another charset altogether?"""
    as_declared = raw.decode(codec, "replace")
    if codec != "utf-8" and (utf8 := _attempt(raw, "utf-8")):
        return utf8
    broken = as_declared.count("\ufffd")
    strange = sum(not character.isascii() for character in as_declared)
    if broken * 4 <= strange:
        return as_declared
    return _attempt(raw, "cp1252") or raw.decode("latin-1")


def _attempt(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec)
    except (UnicodeError, LookupError):
        return None


def _codec(charset: str | None) -> str | None:
    """Python's name for a declared charset, or ``None`` for one that nobody knows."""
    label = (charset or "us-ascii").strip(" \"'").casefold()[:40]
    try:
        found = codecs.lookup(_TRUE_NAMES.get(label, label))
        found = codecs.lookup(_TRUE_NAMES.get(found.name.replace("_", "-"), found.name))
        b"".decode(found.name)
    except (LookupError, UnicodeError, ValueError):
        page = _CODE_PAGE.match(label)
        return _codec(f"cp{page[1]}") if page and label != f"cp{page[1]}" else None
    return None if found.name in _NOT_FOR_MAIL else found.name


def _is_stateful(charset: str | None) -> bool:
    """Does this charset give plain ASCII bytes another meaning?"""
    label = (charset or "").casefold().replace("_", "-")
    return any(name in label for name in ("2022", "utf-7", "utf7", "hz", "utf-16", "utf16", "utf-32", "ucs", "cp037"))
