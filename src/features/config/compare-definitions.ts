import { isDeepStrictEqual } from "node:util";
import { pointed } from "../../engine/rules/schema-faults.ts";
import { settingsAnswer } from "../settings/index.ts";
import { compareRules } from "./compare-rules.ts";
import { type ConfigChangeShape, type Section, SECTIONS } from "./config-shapes.ts";
import { type Definition, textOf } from "./definition.ts";
import { longestRise } from "./kept-order.ts";
import type { Wanted } from "./read-config.ts";

/** How a feed's definition would become another one. */
export interface Comparison {
  /** Section by section; of cells the first. */
  readonly changes: readonly ConfigChangeShape[];
  readonly counts: Readonly<Record<Section, number>>;
  readonly isSame: boolean;
}

/** A person who reads more of them looks at the cells themselves. */
const CELLS_SHOWN_MAX = 100;

export function compareDefinitions(before: Definition, { definition: after, cells }: Wanted): Comparison {
  const changes = [
    ...members("settings", settingsOf(before), settingsOf(after)),
    ...members("mappings", before.mappings, after.mappings),
    ...items("extra_columns", before.extraColumns, after.extraColumns),
    ...compareRules(before, after),
    ...items("tests", before.tests, after.tests),
  ];
  const counted = SECTIONS.map((section) => [section, changes.filter(({ section: of }) => of === section).length] as const);
  const counts = { ...NONE, ...Object.fromEntries(counted), cells: cells.length };
  return {
    changes: [...changes, ...cells.slice(0, CELLS_SHOWN_MAX).map(cellChange)],
    counts,
    isSame: changes.length + cells.length === 0,
  };
}

const NONE: Readonly<Record<Section, number>> = { settings: 0, mappings: 0, extra_columns: 0, rules: 0, tests: 0, cells: 0 };

function settingsOf({ settings }: Definition): Readonly<Record<string, unknown>> {
  const { object: _object, ...values } = settingsAnswer(settings);
  return values;
}

type Members = Readonly<Record<string, unknown>>;

function members(section: "settings" | "mappings", before: Members, after: Members): readonly ConfigChangeShape[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    const [old, fresh] = [valueOf(before, name), valueOf(after, name)];
    if (isDeepStrictEqual(old, fresh)) return [];
    const action = old === undefined ? "added" : fresh === undefined ? "removed" : "changed";
    const summary = `${name}: ${shown(old, "its default")} → ${shown(fresh, "its default")}`;
    return [change({ section, action, path: `/${section}/${pointed(name)}`, summary, before: old ?? null, after: fresh ?? null })];
  });
}

/** A member may be called `constructor`. */
function valueOf(record: Members, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Items of a list, told apart by what they say. */
function items(section: "extra_columns" | "tests", before: readonly unknown[], after: readonly unknown[]): readonly ConfigChangeShape[] {
  const places = Map.groupBy(before.keys(), (at) => textOf(before[at]));
  const paired = after.map((item) => places.get(textOf(item))?.shift());
  const taken = new Set(paired);
  const kept = paired.flatMap((was, now) => (was === undefined ? [] : [{ was, now }]));
  const still = longestRise(kept.map(({ was }) => was));
  const gone = [...before.keys()].filter((at) => !taken.has(at));
  const path = (at: number): string => `/${section}/${at}`;
  return [
    ...gone.map((at) =>
      change({ section, action: "removed", path: path(at), summary: named(before[at]), before: before[at], after: null }),
    ),
    ...after.flatMap((item, at) =>
      paired[at] === undefined
        ? [change({ section, action: "added", path: path(at), summary: named(item), before: null, after: item })]
        : [],
    ),
    ...kept
      .filter((_, at) => !still.has(at))
      .map(({ was, now }) => {
        const summary = `from place ${was + 1} to ${now + 1}: ${named(after[now])}`;
        return change({ section, action: "moved", path: path(now), summary, before: was + 1, after: now + 1 });
      }),
  ];
}

/** A test by its name. */
function named(item: unknown): string {
  const name = typeof item === "object" && item !== null && "name" in item ? item.name : undefined;
  return shown(name ?? item);
}

function cellChange({ rowId, column, before, value }: Wanted["cells"][number]): ConfigChangeShape {
  const action = before === null ? "added" : value === null ? "removed" : "changed";
  const summary = `${column} of row ${rowId}: ${shown(before, "the platform's value")} → ${shown(value, "the platform's value")}`;
  return change({ section: "cells", action, path: `/cells/${rowId}/${pointed(column)}`, summary, before, after: value });
}

function change(of: Omit<ConfigChangeShape, "rule_id">): ConfigChangeShape {
  return { ...of, rule_id: null };
}

/** A value is recognised by its beginning. */
const SHOWN_LENGTH_MAX = 100;

function shown(value: unknown, absent = ""): string {
  if (value === undefined || (value === null && absent === "the platform's value")) return absent;
  if (value === null) return "nothing";
  const text = typeof value === "string" ? value : textOf(value);
  const characters = [...text.slice(0, 2 * SHOWN_LENGTH_MAX)];
  const cut = characters.length > SHOWN_LENGTH_MAX ? `${characters.slice(0, SHOWN_LENGTH_MAX).join("")}…` : text;
  return cut === "" ? "blank" : cut;
}
