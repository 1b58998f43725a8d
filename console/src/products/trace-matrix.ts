import type { ApiAnswer } from "../api/client.ts";

export type TracedRow = ApiAnswer<"feeds.debug_rows">["rows"][number];
export type Rendered = Pick<NonNullable<TracedRow["rendered"]>, "columns" | "values">;

/** A feed column of one row: what each stage made of its value. Null where a stage left it as it was. */
export interface TraceLine {
  readonly field: string;
  /** Value of the source column that the feed column reads. Blank if the feed column reads several or none. */
  readonly shop: string;
  readonly cell: string | null;
  readonly mapping: string | null;
  readonly override: string | null;
  readonly rules: readonly { readonly rule: string; readonly value: string }[];
  readonly value: string;
  /** By channel: its value where it differs from the feed's, null where it's the same, undefined where the channel's file lacks the column. */
  readonly channels: ReadonlyMap<string, string | null>;
}

/** By feed column: the source column it reads, or an expression after `=`. */
type Mappings = Readonly<Record<string, string | null>>;

/** One line for each column with a value anywhere. Those that a person or a rule changed come first, otherwise in the order of the file. */
export function traceLines(row: TracedRow, mappings: Mappings, rendered: ReadonlyMap<string, Rendered> = new Map()): readonly TraceLine[] {
  const own = Object.keys(row.output);
  const others = [...rendered.values()].flatMap(({ columns }) => columns.filter((name) => !own.includes(name)));
  const lines = [...own, ...new Set(others)].map((field) => lineOf(row, mappings[field] ?? null, field, rendered));
  const isChanged = ({ cell, override, rules }: TraceLine): boolean => cell !== null || override !== null || rules.length > 0;
  const isBlank = (line: TraceLine): boolean =>
    !isChanged(line) && line.value === "" && line.shop === "" && [...line.channels.values()].every((value) => (value ?? "") === "");
  const shown = lines.filter((line) => !isBlank(line));
  return [...shown.filter(isChanged), ...shown.filter((line) => !isChanged(line))];
}

function lineOf(row: TracedRow, reads: string | null, field: string, rendered: ReadonlyMap<string, Rendered>): TraceLine {
  const { shop, cell } = reads === null || reads.startsWith("=") ? NOTHING_READ : readFrom(row, reads);
  const read = cell ?? shop;
  const mapped = changeOf(row, "mapping", field)?.after ?? null;
  const value = row.output[field] ?? "";
  const inChannels = [...rendered].filter(([, { columns }]) => columns.includes(field));
  const channels = inChannels.map(([slug, { values }]) => [slug, differing(values[field] ?? "", value)] as const);
  return {
    ...{ field, shop, value, channels: new Map(channels) },
    cell,
    mapping: mapped === read ? null : mapped,
    override: changeOf(row, "overrides", field)?.after ?? null,
    rules: row.stages.flatMap(({ rule_id: rule, changes }) =>
      rule === null ? [] : changes.filter((change) => change.field === field).map(({ after }) => ({ rule, value: after })),
    ),
  };
}

const NOTHING_READ = { shop: "", cell: null };

function readFrom(row: TracedRow, source: string): Pick<TraceLine, "shop" | "cell"> {
  return { shop: row.input[source] ?? "", cell: changeOf(row, "cells", source)?.after ?? null };
}

const differing = (value: string, from: string): string | null => (value === from ? null : value);

function changeOf({ stages }: TracedRow, name: string, field: string) {
  return stages
    .findLast(({ stage, rule_id: rule, changes }) => stage === name && rule === null && changes.some((one) => one.field === field))
    ?.changes.find((one) => one.field === field);
}
