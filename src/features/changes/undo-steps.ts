import type { z } from "zod";
import { branded } from "../../kernel/unsafe.ts";
import type { InputSchema, MadeChange } from "../../kernel/operation.ts";
import type { Irreversible, UndoneBy } from "../../kernel/operation-decisions.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AnyOperation } from "../operation.ts";
import { insertStep } from "./step-queries.ts";

/**
 * What `undo` does besides putting back what versions keep. A step is kept in the transaction of its change, whole, because the audit log keeps no
 * more of a change than fits on a screen.
 */
export type UndoStep =
  | ({ readonly kind: "operation" } & Exclude<UndoneBy, Irreversible>)
  | SelectionStep
  | OverridesStep
  | LookupRowsStep
  | ({ readonly kind: "none" } & Irreversible);

/** Products that a manual feed selects more, and fewer. */
export interface SelectionStep {
  readonly kind: "selection";
  readonly feed_id: number;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Overrides as they were and as they became; null for none. */
export interface OverridesStep {
  readonly kind: "overrides";
  readonly changes: readonly {
    readonly row: number;
    readonly column: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** Rows of a lookup table as they were and as they became, each with all its columns; null for no row. */
export interface LookupRowsStep {
  readonly kind: "lookup_rows";
  readonly table: string;
  readonly columns: readonly string[];
  readonly changes: readonly { readonly before: readonly string[] | null; readonly after: readonly string[] | null }[];
}

/** Later than that a person looks at the versions and the audit log. The bytes are at least sixteen of the largest steps. */
const STEPS_KEPT = { steps: 1_000, bytes: 16 * 1024 ** 2, days: 30 } as const;
/** A selection that changes by 50,000 products, or a hundred products with long descriptions. */
const STEP_BYTES_MAX = 1024 * 1024;

export const CHANGED_NOTHING: Irreversible = Object.freeze({ impossible: "The change didn't modify anything." });

export async function keepStep(shop: ShopDb, step: UndoStep): Promise<void> {
  const text = JSON.stringify(step);
  const kept: UndoStep =
    Buffer.byteLength(text) <= STEP_BYTES_MAX
      ? step
      : { kind: "none", impossible: "The previous state is too large to store, so this change can't be undone." };
  await insertStep(shop, kept === step ? text : JSON.stringify(kept), STEPS_KEPT);
}

interface Made {
  readonly path: unknown;
  readonly body: unknown;
  readonly before: unknown;
  readonly answer: unknown;
}

/** Keeps how a change is undone that an operation has made, where the operation says so. Answers why there is no way back; null where there is one. */
export async function keepUndone(shop: ShopDb, { undone }: Pick<AnyOperation, "undone">, made: Made): Promise<string | null> {
  if (undone === null) return "Agents can't change this. Ask a person to do it.";
  if (undone === "versions" || undone === "kept") return null;
  if (typeof undone !== "function") return undone.impossible;
  // What its own schemas have parsed.
  const by = undone(branded<MadeChange<InputSchema, InputSchema, z.ZodType>>(made));
  await keepStep(shop, "impossible" in by ? { kind: "none", ...by } : { kind: "operation", ...by });
  return "impossible" in by ? by.impossible : null;
}
