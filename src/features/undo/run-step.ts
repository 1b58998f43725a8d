import { isDeepStrictEqual } from "node:util";
import { type ErrorCode, type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { branded, members, parseJson } from "../../kernel/unsafe.ts";
import { keepUndone, type LookupRowsStep, type SelectionStep, type UndoStep } from "../changes/index.ts";
import { changeOf, type SectionChange } from "../definitions/index.ts";
import { changedRowsSince, prepareRowsBack, type RowsBack, storeChangedRows } from "../lookups/index.ts";
import type { AnyOperation, ShopCall, ShopChange } from "../operation.ts";
import { changedSince, findRows, type FoundRows, revertOverrides } from "../products/index.ts";
import { selectionSection } from "../selection/index.ts";
import { findSelection } from "../transforms/index.ts";
import type { Registry } from "./find-change.ts";

/** A step back with what it goes by, made before the transaction. */
export type PreparedStep =
  | OperationStep
  | { readonly step: SelectionStep }
  | { readonly step: OverridesOf; readonly found: FoundRows | undefined }
  | PreparedRows;

interface PreparedRows {
  readonly step: LookupRowsStep;
  readonly rows: RowsBack | { readonly refusal: string };
}

type OverridesOf = Extract<UndoStep, { kind: "overrides" }>;

interface OperationStep {
  readonly step: Extract<UndoStep, { kind: "operation" }>;
  readonly operation: AnyOperation;
  readonly input: { readonly path: unknown; readonly query: unknown; readonly body: unknown };
  /** What the operation's own `find` and `prepare` answered, or what was wrong. */
  readonly ready: { readonly found: unknown; readonly prepared: unknown } | { readonly fault: RequestError };
}

interface Preparing {
  readonly registry: Registry;
  /** Nothing is written, not even beside the transaction. */
  readonly isShown: boolean;
}

export async function prepareStep(call: ShopCall, step: UndoStep, { registry, isShown }: Preparing): Promise<PreparedStep> {
  if (step.kind === "lookup_rows") return { step, rows: await prepareRowsBack(call, step, isShown) };
  if (step.kind === "selection") return { step };
  if (step.kind === "overrides") return { step, found: await findRows(call, rowsOf(step)) };
  const operation = step.kind === "operation" ? registry(step.operation) : undefined;
  if (step.kind !== "operation" || operation === undefined) throw new Error(`no operation takes the step ${JSON.stringify(step)}`);
  const input = {
    path: operation.path?.parse(step.path),
    query: operation.query?.parse({}) ?? {},
    body: operation.body?.parse(step.body ?? {}),
  };
  const open = { ...call, fail: refuse };
  const ready = await withoutRefusal(async () => {
    const found = await operation.find(open, input.path);
    return { found, prepared: await operation.prepare(open, { ...input, found }) };
  });
  return { step, operation, input, ready };
}

function refuse(code: ErrorCode, message?: string, details: readonly ErrorDetail[] = []): never {
  throw new RequestError(code, { details, ...(message === undefined ? {} : { message }) });
}

function rowsOf({ changes }: OverridesOf): readonly number[] {
  return [...new Set(changes.map(({ row }) => row))];
}

async function withoutRefusal<T>(work: () => Promise<T>): Promise<T | { readonly fault: RequestError }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) return { fault: error };
    throw error;
  }
}

type Refusing = Refuse<"version_conflict" | "undo_impossible" | "validation_failed">;

/** In words, what the step does. Refuses where somebody has changed the same since. */
export async function checkStep(call: ShopChange & Refusing, prepared: PreparedStep): Promise<string> {
  if ("operation" in prepared) return (await readyStep(call, prepared)).sentence;
  if ("rows" in prepared) return checkRows(call, prepared);
  const { step } = prepared;
  const touched = step.kind === "selection" ? await selectedSince(call, step) : await changedSince(call.shop, step);
  const [first] = touched;
  if (first !== undefined) refuseTouched(call, first, touched.length - 1);
  if (step.kind === "overrides") return `Put back ${counted(step.changes.length, "override")}.`;
  const feed = formatId("feed", storedId("feed", step.feed_id));
  return `Select ${counted(step.removed.length, "product")} again in ${feed}, and ${counted(step.added.length, "product")} no longer.`;
}

/** Takes the step, in the transaction; the caller has checked it and holds the locks of feeds. Keeps how it is taken back. A selection is part of its feed's change. */
export async function runStep(call: ShopChange & Refusing, prepared: PreparedStep): Promise<void> {
  if ("operation" in prepared) return runOperation(call, prepared);
  if ("rows" in prepared) return runRows(call, prepared);
  if ("found" in prepared) {
    if (prepared.found === undefined) return call.fail("undo_impossible", "The shop no longer has a catalog. Run a full extract first.");
    return revertOverrides(call, prepared.found, prepared.step);
  }
}

function checkRows(call: Refusing, { step, rows }: PreparedRows): string {
  if ("refusal" in rows) return call.fail("undo_impossible", `The previous rows can't be put back: ${rows.refusal}`);
  const [first, ...others] = changedRowsSince(rows.changed, rows.left);
  if (first !== undefined) refuseTouched(call, `row "${first}" of the lookup table ${step.table}`, others.length);
  return `Put back ${counted(step.changes.length, "row")} of the lookup table ${step.table}.`;
}

async function runRows(call: ShopChange & Refusing, { rows }: PreparedRows): Promise<void> {
  if ("refusal" in rows) return call.fail("undo_impossible", rows.refusal);
  const stored = await storeChangedRows(call, rows.changed);
  if (!stored.ok) return call.fail("undo_impossible", `The previous rows can't be put back: ${stored.faults[0]?.message ?? ""}`);
}

/** What has been written for a step that isn't taken. */
export async function forgetStep({ objects }: Pick<ShopCall, "objects">, prepared: PreparedStep): Promise<void> {
  if (!("rows" in prepared) || "refusal" in prepared.rows) return;
  const { version } = prepared.rows.changed;
  if (version !== null) await objects.remove(version.prefix);
}

/** What the step is as a change of its feed's definition. */
export async function selectionBack({ shop }: ShopChange, { feed_id: feed, added, removed }: SelectionStep): Promise<SectionChange> {
  const gone = new Set(added);
  const before = await findSelection(shop, storedId("feed", feed));
  return changeOf(selectionSection, { before, after: [...before.filter((id) => !gone.has(id)), ...removed] });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

async function selectedSince({ shop }: ShopChange, { feed_id: feed, added, removed }: SelectionStep): Promise<readonly string[]> {
  const present = new Set(await findSelection(shop, storedId("feed", feed)));
  const touched = [...added.filter((id) => !present.has(id)), ...removed.filter((id) => present.has(id))];
  return touched.map((id) => `selection of product ${id} in feed_${feed}`);
}

function refuseTouched(call: Refusing, what: string, others: number): never {
  const more = others === 0 ? "" : ` ${others === 1 ? "1 other thing has" : `${others} other things have`} changed too.`;
  return call.fail("version_conflict", `The ${what} has changed since then.${more} Undo the later change first, or change it by hand.`, [
    {
      param: "/audit_id",
      code: "version_conflict",
      message: `The ${what} has changed since then. Undo the later change first, or change it by hand.`,
    },
  ]);
}

interface ReadyStep {
  readonly target: unknown;
  readonly before: object | null;
  readonly sentence: string;
}

type Inside = Parameters<AnyOperation["run"]>[0];

/** Finds what the operation is about and sees that it is still as the change left it. */
async function readyStep(call: ShopChange & Refusing, { step, operation, input, ready }: OperationStep): Promise<ReadyStep> {
  const inside = branded<Inside>(call);
  const looked =
    "fault" in ready
      ? ready
      : await withoutRefusal(async () => {
          const target = await operation.target(inside, input.path);
          return { target, before: await operation.before(target, inside, { ...input, found: ready.found }) };
        });
  if ("fault" in looked) return refuseFault(call, looked.fault);
  const now = members(parseJson(JSON.stringify(looked.before ?? {})));
  const touched = Object.entries(step.left).find(([name, value]) => !isDeepStrictEqual(now[name] ?? null, value ?? null));
  if (touched !== undefined) refuseTouched(call, `${touched[0]} of ${Object.values(step.path).join(" ") || "the shop"}`, 0);
  return { ...looked, sentence: `${operation.title}: ${Object.values(step.path).join(" ") || "the shop"}.` };
}

async function runOperation(call: ShopChange & Refusing, prepared: OperationStep): Promise<void> {
  const { operation, input, ready } = prepared;
  const { target, before } = await readyStep(call, prepared);
  if ("fault" in ready) return refuseFault(call, ready.fault);
  const inside = branded<Inside>({ ...call, restores: true } satisfies ShopChange);
  const done = await withoutRefusal(async () => ({ answer: await operation.run(inside, { ...input, ...ready, target }) }));
  if ("fault" in done) return refuseFault(call, done.fault);
  await keepUndone(call.shop, operation, { path: input.path, body: input.body, before, answer: done.answer });
}

/** What the operation would have answered somebody who called it. */
function refuseFault(call: Refusing, fault: RequestError): never {
  if (fault.code === "resource_not_found") return call.fail("version_conflict", "The changed object has since been removed.");
  return call.fail("undo_impossible", `The previous state can't be restored: ${fault.message}`);
}
