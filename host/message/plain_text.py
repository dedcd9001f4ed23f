# ruff: noqa: RUF001 (letters that look alike are what this is about)
"""Text on outputs whose code page lacks some of its letters.

Such a letter is written as its reader knows it from telegrams: "Őri" becomes "Ori", "Ход" "Khod",
"2½" "2.5".  What has no such form becomes "?".
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

PLAIN = "plain"
"""Error handler of codecs, as for `str.encode`: letters that are lacking become ASCII."""

_SPELLINGS = {
    **dict(zip("абвгдезийклмнопрстуфыэіѓќ", "abvgdezijklmnoprstufyeigk", strict=True)),
    **{"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "'"},
    **{"ю": "yu", "я": "ya", "ё": "yo", "є": "ye", "ї": "yi", "ґ": "g", "ђ": "dj", "ћ": "c"},
    **{"ј": "j", "љ": "lj", "њ": "nj", "џ": "dz", "ў": "u", "ѕ": "dz"},
    **{"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l"},
    **{"ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"},
    **{"¼": ".25", "½": ".5", "¾": ".75", "×": "x", "·": ".", "•": "*", "€": "EUR", "№": "No."},
    **{"«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'"},
    **{"‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "⁄": "/"},
    **dict(zip("↑↓←→↖↗↘↙⬆⬇", "^v<><><>^v", strict=True)),
    **{"▀": "#", "▄": "#", "█": "#"},
}


def _spelled(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # a byte of a file's name that is no text
        return f"\\x{ord(letter) - 0xDC00:02x}"
    if letter in _SPELLINGS:
        return _SPELLINGS[letter]
    if letter.lower() in _SPELLINGS:
        return _SPELLINGS[letter.lower()].capitalize()
    if unicodedata.category(letter) in ("Mn", "Cf"):  # an accent, a direction
        return ""
    parts = unicodedata.normalize("NFKD", letter)
    plain = "".join(_SPELLINGS.get(one, one) for one in parts if not unicodedata.combining(one))
    return plain if plain.isascii() else "?"


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    global _is_spelling
    _is_spelling = True
    return "".join(map(_spelled, error.object[error.start : error.end])), error.end


codecs.register_error(PLAIN, _plain)
_is_spelling = False


def has_spelled() -> bool:
    """Return True if a letter has been spelled since this was asked, or the program began."""
    global _is_spelling
    before, _is_spelling = _is_spelling, False
    return before


def write_any_letter() -> None:
    """Have the standard output and the standard error take every text.

    Letters that their code page lacks become plain ones, instead of ending the program.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
