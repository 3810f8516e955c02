"""Orders are read in every charset that Python knows, under labels that nobody knows, and under wrong ones."""

import codecs
from encodings.aliases import aliases

import pytest

from processor.mail.charsets import decode
from processor.mail.read import read

ORDER = "3.1: 6 fives"
NO_TEXT = {
    "base64_codec",
    "bz2_codec",
    "hex_codec",
    "quopri_codec",
    "rot_13",
    "uu_codec",
    "zlib_codec",
    "tactis",
    "mbcs",
}
CODECS = sorted(set(aliases.values()) - NO_TEXT)
SAMPLES = {
    "Žluťoučký kůň": ("cp1250", "iso8859_2", "mac_latin2"),
    "Привет, Мэриан": ("cp1251", "iso8859_5", "koi8_r", "cp866", "mac_cyrillic"),
    "Їжак": ("koi8_u", "cp1251"),
    "Grüße, 5 €": ("cp1252", "iso8859_15", "cp858"),
    "Grüße": ("mac_roman", "cp850", "cp037", "utf_7", "utf_8_sig", "utf_16", "utf_16_le", "utf_32"),
    "Γεια σου": ("cp1253", "iso8859_7"),
    "İyi günler": ("cp1254", "iso8859_9"),
    "שלום": ("cp1255", "iso8859_8"),
    "مرحبا": ("cp1256", "iso8859_6"),
    "Ačiū": ("cp1257", "iso8859_13"),
    "สวัสดี": ("cp874", "tis_620"),
    "你好": ("gb2312", "gbk", "gb18030", "hz"),
    "你好嗎": ("big5", "big5hkscs"),
    "안녕하세요": ("euc_kr", "cp949", "iso2022_kr"),
    "こんにちは": ("shift_jis", "euc_jp", "iso2022_jp", "cp932"),
}
"""A few words, and the charsets in which they are written."""


def mail(label: str, body: bytes) -> bytes:
    return b"From: a@b.test\nContent-Type: text/plain; charset=" + label.encode() + b"\n\n" + body


@pytest.mark.parametrize("codec", CODECS)
def test_an_order_is_read_in_every_charset_that_python_knows(codec: str) -> None:
    assert decode(ORDER.encode(codec), codec).strip("\ufeff") == ORDER


@pytest.mark.parametrize(("codec", "text"), [(codec, text) for text, codecs in SAMPLES.items() for codec in codecs])
def test_what_stands_beside_it_is_read_too(codec: str, text: str) -> None:
    for label in (codec, codec.replace("_", "-").upper(), f'"{codec}"'):
        assert text in read(mail(label, f"{text}\n{ORDER}".encode(codec))).text


@pytest.mark.parametrize(
    "label", ["x-unknown", "", "utf8mb4", "iso-8859-99", "windows-utf8", "default", "%s", "\x00", "8bit"]
)
@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "ascii"])
def test_a_label_that_nobody_knows_does_no_harm(label: str, codec: str) -> None:
    text = "Zoë says" if codec != "ascii" else "Zoe says"
    assert read(mail(label, f"{text}\n{ORDER}".encode(codec))).text == f"{text}\n{ORDER}"


@pytest.mark.parametrize("label", ["us-ascii", "iso-8859-1", "windows-1252", "iso-8859-15", "cp1250"])
def test_utf_8_under_a_western_label_is_known_for_what_it_is(label: str) -> None:
    assert read(mail(label, f"Grüße, Žofie\n{ORDER}".encode())).text == f"Grüße, Žofie\n{ORDER}"


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_a_byte_order_mark_says_more_than_the_label(mark: bytes, codec: str) -> None:
    codec = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}.get(
        mark, "utf-32-le"
    )
    assert decode(mark + ORDER.encode(codec), "iso-8859-1") == ORDER


@pytest.mark.parametrize(
    "trap", ["punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined", "rot13", "zlib", "hex"]
)
def test_a_label_that_is_no_charset_for_mail_decodes_nothing_strange(trap: str) -> None:
    assert read(mail(trap, ORDER.encode())).text == ORDER
