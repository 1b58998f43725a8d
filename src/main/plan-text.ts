import { type ConfigPlanShape, partOf } from "../features/config/index.ts";

/** A plan as a person reads it: a line a change, then what it does to the rows. */
export function planText(plan: ConfigPlanShape): string {
  const lines = [...plan.changes.map(changeLine), ...moreCells(plan), ...effectLines(plan)];
  return lines.map((line) => `${line}\n`).join("");
}

type Change = ConfigPlanShape["changes"][number];

const MARKS = { added: "+", removed: "-", changed: "~", moved: ">" } as const;

function changeLine(change: Change): string {
  return `${MARKS[change.action]} ${changeText(change)}`;
}

function changeText({ section, path, summary }: Change): string {
  if (section === "settings") return `settings.${summary}`;
  if (section === "rules") return `rule ${Number(path.split("/").at(-1)) + 1}: ${summary}`;
  return `${partOf(section)} ${summary}`;
}

function moreCells({ changes, changed_count: counts }: ConfigPlanShape): readonly string[] {
  const more = (counts["cells"] ?? 0) - changes.filter(({ section }) => section === "cells").length;
  return more === 0 ? [] : [`  … and ${more} more cells`];
}

function effectLines({ changes, feed_id: feedId, preview }: ConfigPlanShape): readonly string[] {
  if (changes.length === 0) return [`No changes: ${feedId} already matches the file.`];
  if (preview === null) return ["", "The shop has no catalog yet, so there are no rows to preview."];
  const { summary, results, newly_excluded_reasons: excluded, newly_included_reasons: included, findings } = preview;
  return [
    "",
    `${summary.changed} of ${summary.total} rows would change: ${summary.newly_excluded} newly excluded, ${summary.newly_included} newly included.`,
    ...excluded.map(({ reason, count }) => `  ${count} would leave the feed: ${reason}`),
    ...included.map(({ reason, count }) => `  ${count} would enter the feed, now excluded: ${reason}`),
    ...results.map(rowLine),
    ...(findings === null ? ["The effect on the channels' findings couldn't be computed."] : findings.map(findingLine)),
  ];
}

export function findingLine({ channel, severity, code, field, cleared, caused }: Finding): string {
  const counts = [...(cleared > 0 ? [`clears ${cleared}`] : []), ...(caused > 0 ? [`causes ${caused}`] : [])];
  return `  ${channel} ${severity} ${code}${field === null ? "" : ` of ${field}`}: ${counts.join(", ")}`;
}

type Finding = NonNullable<NonNullable<ConfigPlanShape["preview"]>["findings"]>[number];

/** A line a row: more of them are in `--json`. */
const CHANGES_SHOWN_MAX = 3;
const VALUE_LENGTH_MAX = 40;

function rowLine(row: NonNullable<ConfigPlanShape["preview"]>["results"][number]): string {
  const { excluded, excluded_before: before, excluded_reason: reason, changes } = row;
  const membership = excluded === before ? [] : [excluded ? `leaves the feed (${reason ?? ""})` : "enters the feed"];
  const shown = changes.slice(0, CHANGES_SHOWN_MAX).map(({ field, before: old, after }) => `${field} ${quoted(old)} → ${quoted(after)}`);
  const more = changes.length > CHANGES_SHOWN_MAX ? [`${changes.length - CHANGES_SHOWN_MAX} more`] : [];
  return `  ${row.row_id} ${row.product_title}: ${[...membership, ...shown, ...more].join("; ")}`;
}

function quoted(value: string): string {
  const characters = [...value];
  return `"${characters.length > VALUE_LENGTH_MAX ? `${characters.slice(0, VALUE_LENGTH_MAX).join("")}…` : value}"`;
}
