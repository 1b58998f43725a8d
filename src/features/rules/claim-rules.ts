import type { ErrorDetail } from "../../kernel/errors.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { textOf } from "../definitions/index.ts";
import type { RuleState } from "./rule-list.ts";

/** A rule as a document has it, with the feed's rule it is about. */
export interface ClaimedRule {
  /** Its place in the document. */
  readonly at: number;
  /** Without its id: as the operations on single rules take it. */
  readonly written: unknown;
  readonly row: RuleState | undefined;
  /** Whether the row says the same already, to the letter; it was checked when it was written. */
  readonly isSame: boolean;
}

/** Pairs the rules of a document with those of the feed: by id, and the rest by what they say. */
export class RuleClaims {
  readonly faults: readonly ErrorDetail[];
  readonly claimed: readonly ClaimedRule[];
  readonly #free: Map<string, RuleState[]>;

  constructor(written: readonly unknown[], rows: readonly RuleState[]) {
    this.faults = idFaults(written);
    const byId = new Map(rows.map((row) => [row.id ?? 0, row]));
    const named = written.map((rule) => byId.get(idOf(rule) ?? 0));
    const taken = new Set(named);
    this.#free = Map.groupBy(
      rows.filter((row) => !taken.has(row)),
      ({ definition }) => textOf(definition),
    );
    this.claimed = written.map((rule, at) => {
      const plain = withoutId(rule);
      const text = definitionText(plain);
      const row = named[at] ?? this.#take(text);
      return { at, written: plain, row, isSame: row !== undefined && textOf(row.definition) === text };
    });
  }

  /** The rule of the feed that says this, and that the document has not named otherwise. */
  takeSame(definition: Readonly<Record<string, unknown>>): RuleState | undefined {
    return this.#take(textOf(definition));
  }

  #take(text: string): RuleState | undefined {
    return this.#free.get(text)?.shift();
  }
}

function idFaults(written: readonly unknown[]): readonly ErrorDetail[] {
  const first = new Map<unknown, number>();
  return written.flatMap((rule, at): readonly ErrorDetail[] => {
    const { id } = members(rule);
    if (id === undefined) return [];
    const fault = (message: string) => [{ param: `/rules/${at}/id`, code: "invalid_param", message }];
    if (typeof id !== "string") return fault("An id must be a string such as rule_12. Leave it out for a new rule.");
    const known = idOf(rule);
    const key = known === undefined ? id : formatId("rule", storedId("rule", known));
    const before = first.get(key);
    if (before === undefined) first.set(key, at);
    return before === undefined ? [] : fault(`Rule ${before + 1} of the list already has the id ${id}. Leave the id out for a new rule.`);
  });
}

function idOf(rule: unknown): number | undefined {
  const { id } = members(rule);
  return typeof id === "string" ? parseId("rule", id) : undefined;
}

function withoutId(rule: unknown): unknown {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return rule;
  return Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "id"));
}

/** As a stored definition would be written; something no definition is where its `active` is wrong. */
function definitionText(plain: unknown): string {
  const { active = true, ...definition } = members(plain);
  return typeof active === "boolean" && !Array.isArray(plain) ? textOf(definition) : "";
}
