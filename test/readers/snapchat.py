"""Snapchat catalog: CSV with Google's and Meta's names, section 9 of the channel facts."""

from delimited import csv_line, read_delimited
from flat import Attribute, Found
from google import CONDITION, same
from google import TABLE as GOOGLE_TABLE
from meta import AVAILABILITY, OPTIONAL, may_omit
from rules import ascii_url, case_free, price_either_way, spelled, text, url_list

__all__ = ["TABLE", "may_omit", "read"]

OWN = [
    Attribute("id", "id"),
    Attribute("title", "title", text(375)),
    Attribute("description", "description", text(5_000)),
    *same("link image_link", ascii_url),
    Attribute("availability", "availability", case_free(spelled(AVAILABILITY))),
    *same("price sale_price", price_either_way),
    Attribute("condition", "condition", spelled(CONDITION)),
    Attribute("brand", "brand", text(70)),
    Attribute("additional_image_link", "additional_image_link", url_list(20)),
]
NAMES = {attribute.name for attribute in OWN}
META = [attribute for attribute in OPTIONAL if attribute.name not in NAMES]
"""Google's names are read as well, so attributes that only Google has may be there."""
GOOGLE = [
    Attribute(attribute.name, attribute.source, attribute.rule, may=True)
    for attribute in GOOGLE_TABLE
    if attribute.name not in NAMES | {each.name for each in META}
]
TABLE = [*OWN, *META, *GOOGLE]


def read(text, _context, report):
    return Found(*read_delimited(text, csv_line(quotes_spaces=False), report))
