"""
The second reader of channel files: reads cases from standard input as JSON, prints what it finds in each as JSON.

A case: {channel, format, settings, currency, taxonomy, canonical, attributes, file}. `canonical` is the text of the canonical file,
`attributes` what its rows don't say (see canonical.py), `taxonomy` category ids and their paths, `file` the channel's file in Base64.
"""

import base64
import importlib
import json
import sys
import traceback

from canonical import canonical_rows
from findings import Report, Unreadable
from flat import Context
from flat import compare as compare_flat
from text_file import text_of

FORMATS = {
    "google": ("tsv", "rss"),
    "meta": ("csv", "rss"),
    "microsoft": ("tsv", "rss"),
    "pinterest": ("tsv", "rss"),
    "tiktok": ("csv", "rss"),
    "snapchat": ("csv",),
    "amazon": ("json",),
    "openai": ("jsonl", "acp"),
}
"""Formats that have nothing in common with the channel's others."""
MODULES = {("openai", "acp"): "acp"}


def compare(case):
    report = Report()
    context = Context(case["channel"], case["format"], case.get("settings") or {}, case.get("currency") or "", case.get("taxonomy") or {})
    if context.format not in FORMATS[context.channel]:
        raise ValueError(f"{context.channel} has no format {context.format}")
    try:
        rows = canonical_rows(case["canonical"], case.get("attributes") or [], report)
        read_and_compare(base64.b64decode(case["file"]), rows, context, report)
    except Unreadable as error:
        report.fault(str(error))
    except Exception:
        # The other cases are judged all the same.
        report.fault(f"the reader failed: {traceback.format_exc()}")
    return report.as_json()


def read_and_compare(data, rows, context, report):
    text = text_of(data, report)
    if not rows and text.strip() == "":
        # Without rows there is no column that isn't blank in each of them.
        return
    channel = importlib.import_module(MODULES.get((context.channel, context.format), context.channel))
    found = channel.read(text, context, report)
    if hasattr(channel, "compare"):
        channel.compare(found, rows, context, report)
    else:
        table = channel.table(context) if hasattr(channel, "table") else channel.TABLE
        compare_flat(table, found, rows, context, report, channel.may_omit)


if __name__ == "__main__":
    print(json.dumps([compare(case) for case in json.load(sys.stdin)]))
