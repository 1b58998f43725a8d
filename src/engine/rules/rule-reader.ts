import { z } from "zod";
import type { CheckContext } from "../expression/check-faults.ts";
import { findColumn } from "../expression/column-names.ts";
import { all, type Expression } from "../expression/expression.ts";
import { NESTING_MAX } from "../expression/parse-expression.ts";
import { printExpression } from "../expression/print-expression.ts";
import { placeOf } from "../expression/tokens.ts";
import type { Step } from "../plan/feed-plan.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { members as membersOf } from "../../kernel/unsafe.ts";
import { canonicalDefinition } from "./canonical-definition.ts";
import { DEFINITION_BYTES_MAX, RuleCondition } from "./condition-tree.ts";
import { ruleMemberFaults } from "./schema-faults.ts";
import { type RuleFault, RuleInvalid } from "./rule-fault.ts";
import { openReading, type ReadTexts } from "./rule-reading.ts";
import { type RuleSize, sizeFaults, sizeOf, weightFaults } from "./rule-size.ts";
import { RULE_TAGS, unknownTagMessage } from "./rule-tags.ts";
import { readRuleText, type RuleTextPlaces } from "./rule-text-form.ts";
import { ruleText } from "./rule-text.ts";
import type { AnyRuleType, RuleOperation, RuleReading } from "./rule-type.ts";
import { findRuleType, RULE_TYPE_NAMES, unknownTypeMessage } from "./rule-types.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";

/** A rule that was read: what a plan needs of it, and what its resource shows. */
export interface RuleDefinition {
  readonly id: number;
  readonly type: string;
  /** The sentence a person reads, with its condition. */
  readonly description: string;
  /** The canonical text of the condition; null where the rule always holds. */
  readonly condition: string | null;
  /** The same as an expression. */
  readonly matched: Expression | null;
  /** As it is stored: JSON, every text canonical. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  readonly size: RuleSize;
}

const NOTE_LENGTH_MAX = 1_000;

/** Members every definition may have, besides `type` and those of its type. */
const Common = z.object({
  condition: RuleCondition.optional(),
  active: z.boolean().optional(),
  note: ruleText(NOTE_LENGTH_MAX).optional(),
  stop: z.boolean().optional(),
  tag: z.enum(RULE_TAGS, unknownTagMessage).optional(),
});

const AnyForm = z.object({ ...Common.shape, type: z.string().optional(), text: z.string().optional() });
const RuleText = z.looseObject({ text: z.string().max(DEFINITION_BYTES_MAX) });
const RuleHead = z.looseObject({ type: z.string() });

/** Reads a rule's definition, `{type, …}` or `{text}`; throws `RuleInvalid` with every fault. */
export function readRule(id: number, written: unknown, context: CheckContext): RuleDefinition {
  const read = readWritten(id, written, context);
  if (!context.lenient) readAgain(read, context, typeof membersOf(written)["text"] === "string");
  return read;
}

type ReadOrFaults =
  | { readonly rule: RuleDefinition; readonly faults?: never }
  | { readonly rule?: never; readonly faults: readonly RuleFault[] };

/** The same of a rule that may have no id yet, with what is wrong with it as a value. */
export function readOrFaults(written: unknown, context: CheckContext): ReadOrFaults {
  try {
    return { rule: readRule(0, written, context) };
  } catch (error) {
    if (error instanceof RuleInvalid) return { faults: error.faults };
    throw error;
  }
}

/** Every run reads what is stored. That is longer than what was written (each column has its side), so it must be in bounds as well. */
function readAgain({ id, definition }: RuleDefinition, context: CheckContext, asText: boolean): void {
  try {
    readWritten(id, definition, { ...context, lenient: true });
  } catch (error) {
    if (!(error instanceof RuleInvalid)) throw error;
    const faults = error.faults.map(({ at, code, message }) => ({
      at: asText ? "/text" : at,
      code,
      message: `Written out in full: ${message}`,
    }));
    throw new RuleInvalid(faults);
  }
}

function readWritten(id: number, written: unknown, context: CheckContext): RuleDefinition {
  if (nestsTooDeep(written))
    throw new RuleInvalid([
      { at: "", code: "invalid_param", message: `A rule is nested more than ${NESTING_MAX} levels deep. Split it into several rules.` },
    ]);
  if (Buffer.byteLength(JSON.stringify(written) ?? "") > DEFINITION_BYTES_MAX)
    throw new RuleInvalid([
      {
        at: "",
        code: "invalid_param",
        message: `A rule can have at most ${DEFINITION_BYTES_MAX} bytes. Move long lists to a lookup table.`,
      },
    ]);
  const present = withoutNulls(AnyForm, written);
  const asText = RuleText.safeParse(present);
  if (!asText.success) return readDefinition(id, present, context);
  const { text, ...others } = asText.data;
  const { definition, places } = readRuleText(text);
  const clash = Object.keys(others).filter((name) => name !== "active" && name !== "note");
  if (clash.length > 0)
    throw new RuleInvalid(
      clash.map((name) => ({
        at: `/${name}`,
        code: "unknown_param",
        message: "Write a rule either as text or as fields, not both. Only active and note can go with text.",
      })),
    );
  try {
    const read = readDefinition(id, { ...definition, ...others }, context);
    const patterns = [...read.size.patterns.values()].map((pattern, nth) => [`/text#${nth}`, pattern] as const);
    return { ...read, size: { ...read.size, patterns: new Map(patterns) } };
  } catch (error) {
    throw error instanceof RuleInvalid ? new RuleInvalid(error.faults.map((fault) => placedInText(fault, text, places))) : error;
  }
}

/** A level of a condition is an object and a list in it; what stands around it is a few more. */
const JSON_NESTING_MAX = 2 * NESTING_MAX + 10;

/** Schemas call themselves for each level, and so does this, no deeper. */
function nestsTooDeep(written: unknown, depth = 0): boolean {
  if (depth === JSON_NESTING_MAX) return true;
  return typeof written === "object" && written !== null && Object.values(written).some((value) => nestsTooDeep(value, depth + 1));
}

/** A fault of a member, where the member stands in the rule's text. */
function placedInText(fault: RuleFault, text: string, places: RuleTextPlaces): RuleFault {
  const found = places.get(fault.at);
  if (found === undefined) return { ...fault, at: "/text" };
  const lines = found.source.split("\n");
  const inside = lines.slice(0, (fault.line ?? 1) - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const column = [...(lines[(fault.line ?? 1) - 1] ?? "")].slice(0, (fault.column ?? 1) - 1).join("").length;
  return { ...fault, at: "/text", ...placeOf(text, found.offset + inside + column) };
}

function readDefinition(id: number, given: unknown, context: CheckContext): RuleDefinition {
  const head = RuleHead.safeParse(given);
  if (!head.success) throw new RuleInvalid(headFaults(given));
  const ruleType = findRuleType(head.data.type);
  if (ruleType === undefined) throw new RuleInvalid([unknownType(head.data.type)]);
  const written = { ...membersOf(withoutNulls(ruleType.members, head.data)), type: ruleType.type };
  return readTyped({ id, ruleType, written, context });
}

function headFaults(written: unknown): readonly RuleFault[] {
  if (typeof written !== "object" || written === null || Array.isArray(written))
    return [
      {
        at: "",
        code: "invalid_param",
        message: 'A rule must be an object such as {"type": "set_value", "target": "brand", "value": "Acme"}.',
      },
    ];
  return [{ at: "/type", code: "missing_param", message: `The rule's type must be one of ${RULE_TYPE_NAMES.join(", ")}.` }];
}

function unknownType(type: string): RuleFault {
  return { at: "/type", code: "invalid_param", message: unknownTypeMessage(type) };
}

interface TypedRule {
  readonly id: number;
  readonly ruleType: AnyRuleType;
  readonly written: Readonly<Record<string, unknown>>;
  readonly context: CheckContext;
}

function readTyped({ id, ruleType, written, context }: TypedRule): RuleDefinition {
  const { type: _type, condition: _condition, active: _active, note: _note, stop: _stop, tag: _tag, ...own } = written;
  const texts: ReadTexts = { faults: [], canonical: new Map(), patterns: new Map(), tables: new Set() };
  const common = Common.safeParse(written, PLAINLY);
  if (!common.success) texts.faults.push(...ruleMemberFaults(common.error, Common));
  const members = ruleType.read(own);
  if (!members.ok) texts.faults.push(...ruleMemberFaults(members.error, ruleType.members, Common));
  const matched = conditionOf(common.data?.condition, context, texts);
  if (!members.ok) noteFurtherFaults(own, texts, openReading(context, TRUE, texts));
  if (!members.ok || !common.success) throw new RuleInvalid(texts.faults);
  const operations = members.lower(openReading(context, matched ?? TRUE, texts));
  const stop = common.data.stop === true;
  if (stop && !operations.some(({ op }) => op === "assign")) texts.faults.push(stopFault(ruleType.type));
  const steps = operations.map((operation) =>
    stepOf(operation, { id, context, stop, ...(matched === null ? {} : { condition: matched }) }),
  );
  const size = sizeOf(steps, matched, texts);
  texts.faults.push(...sizeFaults(steps, size), ...(context.lenient ? [] : weightFaults(steps)));
  if (texts.faults.length > 0) throw new RuleInvalid(texts.faults);
  const condition = matched === null ? null : printExpression(matched);
  const description = condition === null ? members.description : `${members.description} when ${condition}`;
  const definition = canonicalDefinition(written, texts.canonical);
  return { id, type: ruleType.type, description, condition, matched, definition, steps, size };
}

/** What else is wrong beside members of the wrong form: the column that is written, and expressions. Every fault is named at once. */
function noteFurtherFaults(own: Readonly<Record<string, unknown>>, { faults }: ReadTexts, read: RuleReading): void {
  const known = new Set(faults.map(({ at }) => at));
  for (const [name, value] of Object.entries(own)) {
    if (typeof value !== "string" || known.has(`/${name}`)) continue;
    if (name === "target" || name === "slot") read.target(value, `/${name}`);
    else if (value.startsWith("=") && !value.startsWith("==")) read.value(value, `/${name}`);
  }
}

/** Null where it always holds. */
function conditionOf(written: RuleCondition | undefined, context: CheckContext, texts: ReadTexts): Expression | null {
  const read = written === undefined ? TRUE : openReading(context, TRUE, texts).condition(written, "/condition");
  return read.kind === "boolean" && read.value ? null : read;
}

function stopFault(type: string): RuleFault {
  return {
    at: "/stop",
    code: "invalid_param",
    message: `A rule of type ${type} writes no column, so it can't stop later rules. Remove this field.`,
  };
}

const TRUE: Expression = Object.freeze({ kind: "boolean", value: true });

/** A target may be written with its side, which is always the same. */
function plainColumn(column: string): string {
  return column.replace(/^\[[Gg]\]/, "");
}

interface StepOf {
  readonly id: number;
  readonly context: CheckContext;
  readonly stop: boolean;
  readonly condition?: Expression;
}

function stepOf(operation: RuleOperation, { id, context, stop, condition }: StepOf): Step {
  const only = "only" in operation ? operation.only : undefined;
  const parts = [condition, only].filter((part) => part !== undefined);
  const [first] = parts;
  const held = first === undefined ? {} : { condition: parts.length === 1 ? first : all(...parts) };
  const target = (column: string) =>
    ({ side: "G", name: findColumn(context.columns, "G", plainColumn(column))?.name ?? plainColumn(column) }) as const;
  switch (operation.op) {
    case "assign":
      return { op: "assign", target: target(operation.column), value: operation.value, rule: id, ...held, ...(stop ? { stop: true } : {}) };
    case "exclude":
      return { op: "exclude", reason: operation.reason, rule: id, ...held };
    case "admit":
      return { op: "admit", rule: id, ...held };
    case "split":
      return { op: "split", target: target(operation.column), items: operation.items, rule: id, ...held };
    default:
      return operation satisfies never;
  }
}
