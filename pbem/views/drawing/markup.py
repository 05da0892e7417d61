"""Elements of SVG and HTML.  Whatever is text is made safe and escaped here and nowhere else, so that no
name and no message can become markup."""

from functools import cache
from typing import Final

from markupsafe import Markup, escape

from pbem.views.terminal import clean

__all__ = ["NOTHING", "Attribute", "el", "group", "join", "num", "path", "shift", "text"]

Attribute = str | float | None
NOTHING: Final = Markup()


def num(value: float) -> str:
    """A coordinate: at most one decimal, no trailing zero."""
    return f"{round(value, 1):.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _safe(words: str) -> Markup:
    """Text without anything that cannot be seen, escaped; `Markup` as it is."""
    return words if isinstance(words, Markup) else escape(clean(words))


def el(name: str, *children: str, **attributes: Attribute) -> Markup:
    """An element.  `class_` is class, `stroke_width` is stroke-width; None and "" are left out; a child
    that is no `Markup` is text."""
    said = "".join(
        f' {_name(key)}="{_safe(value) if isinstance(value, str) else num(value)}"'
        for key, value in attributes.items()
        if value not in (None, "")
    )
    inner = "".join(map(_safe, children))
    return Markup(f"<{name}{said}>{inner}</{name}>" if inner else f"<{name}{said}/>")  # noqa: S704


def join(*parts: str) -> Markup:
    return Markup("").join(parts)


def group(*children: str, **attributes: Attribute) -> Markup:
    """`<g>`; nothing where there is nothing inside."""
    inner = [child for child in children if child]
    return el("g", *inner, **attributes) if inner else NOTHING


def path(d: str, class_: str, **attributes: Attribute) -> Markup:
    return el("path", d=d, class_=class_, **attributes)


def text(words: str, x: float, y: float, class_: str, **attributes: Attribute) -> Markup:
    return el("text", words, x=x, y=y, class_=class_, **attributes)


def shift(x: float, y: float) -> str:
    """The transform that moves by x, y."""
    return f"translate({num(x)} {num(y)})"
