"""JSON as RFC 8259 has it: no NaN, no member twice, numbers exact, no lone surrogate."""

import json
from decimal import Decimal

from findings import Unreadable


def parse_json(text, where):
    try:
        value = json.loads(text, parse_float=Decimal, parse_constant=refuse, object_pairs_hook=members)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{where}: {error}") from error
    try:
        texts_of(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unreadable(f"{where}: lone surrogate") from error
    return value


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def members(pairs):
    names = [name for name, _ in pairs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"the member {twice[0]!r} is there twice")
    return dict(pairs)


def texts_of(value):
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(texts_of, value))
    if isinstance(value, dict):
        return "".join(map(texts_of, [*value.keys(), *value.values()]))
    return ""
