import { isDeepStrictEqual } from "node:util";
import type { AnyOperation } from "../../features/operation.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import type { Performed } from "../http/perform-operation.ts";

/** What an agent, and the person behind it, go by. Sentences hold counts and names of members; texts of the catalog are in `changes` alone. */
export interface ShownPreview {
  readonly summary: string;
  readonly changes: unknown;
  readonly counts: Readonly<Record<string, number>>;
}

const NOTHING_YET = "Nothing has changed yet.";

/** `data` of an operation's own preview. One that has a sentence and counts of its own is shown as it is. */
export function summariseOwnPreview(data: unknown): ShownPreview {
  const { summary, counts, ...rest } = members(data);
  if (typeof summary === "string") {
    const { changes, ...others } = rest;
    return { summary, changes: Object.keys(others).length === 0 ? changes : rest, counts: numbersOf(counts) };
  }
  const { preview, findings = members(preview)["findings"], changed_count: sections, excluded } = rest;
  const rows = summary ?? members(preview)["summary"];
  const said = [sectionsSentence(sections), rowsSentence(rows), cellSentence(rest, excluded), findingsSentence(findings)];
  return {
    summary: [NOTHING_YET, ...said.filter((sentence) => sentence !== "")].join(" "),
    changes: rest,
    counts: { ...numbersOf(sections), ...numbersOf(rows) },
  };
}

function sectionsSentence(sections: unknown): string {
  const changed = Object.entries(numbersOf(sections)).filter(([, count]) => count > 0);
  if (sections === undefined) return "";
  if (changed.length === 0) return "The definition would stay the same.";
  return `The definition would change: ${changed.map(([name, count]) => `${name.replaceAll("_", " ")} ${count}`).join(", ")}.`;
}

function rowsSentence(rows: unknown): string {
  const { total, changed, newly_excluded: leaving, newly_included: coming, unchanged } = numbersOf(rows);
  if (total === undefined) return "";
  return `${changed} of ${total} rows would change, ${leaving} would leave the feed, ${coming} would enter it and ${unchanged} would stay the same.`;
}

/** Of one row, which stays in the feed or not. */
function cellSentence({ object, changes }: Readonly<Record<string, unknown>>, excluded: unknown): string {
  if (object !== "cell_preview") return "";
  const { before, after } = members(excluded);
  const moved = before === after ? "" : after === true ? " The row would leave the feed." : " The row would enter the feed.";
  return `${Array.isArray(changes) ? changes.length : 0} feed columns of the row would change.${moved}`;
}

function findingsSentence(findings: unknown): string {
  if (!Array.isArray(findings)) return "";
  const sum = (name: string): number =>
    branded<readonly unknown[]>(findings).reduce<number>((all, one) => all + Number(members(one)[name]), 0);
  return `${sum("cleared")} findings would clear and ${sum("caused")} would appear.`;
}

/** A change that was made and taken back: what the audit log would say of it. */
export function summariseTriedChange({ title, http }: AnyOperation, { action, facts }: Performed): ShownPreview {
  const { before, answer } = facts;
  const answered = members(answer)["data"] ?? null;
  // What is made has other ids when it is made for good.
  const after = before === undefined && http.status !== 200 ? withoutIdentity(answered) : answered;
  const changed = before === undefined ? [] : changedMembers(members(before), members(after));
  const counts = listLengths(after);
  const told = [
    `This call would ${title.charAt(0).toLowerCase()}${title.slice(1)}.`,
    ...(before === undefined || http.status === 204 ? [] : [changedSentence(changed)]),
    ...Object.entries(counts).map(([name, count]) => `${name.replaceAll("_", " ")}: ${count}.`),
  ];
  return {
    summary: [NOTHING_YET, ...told].join(" "),
    changes: { action, ...(before === undefined ? {} : { changed, before }), after },
    counts,
  };
}

/** These follow from any change. */
const UNTOLD = new Set(["updated_at", "version"]);

function changedMembers(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(after).filter((name) => !UNTOLD.has(name) && name in before && !isDeepStrictEqual(before[name], after[name]));
}

function changedSentence(changed: readonly string[]): string {
  return changed.length === 0
    ? "Nothing in `before` and `after` would change."
    : `It would change ${changed.map((name) => `\`${name}\``).join(", ")}.`;
}

function withoutIdentity(answered: unknown): unknown {
  if (typeof answered !== "object" || answered === null || Array.isArray(answered)) return answered;
  const { id: _id, created_at: _created, updated_at: _updated, ...rest } = members(answered);
  return rest;
}

function listLengths(value: unknown): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(members(value)).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list.length]] : [])));
}

function numbersOf(value: unknown): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(members(value)).flatMap(([name, count]) => (typeof count === "number" ? [[name, count]] : [])));
}
