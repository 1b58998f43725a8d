import type { ErrorCode } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { mayCall } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import { CHANGED_NOTHING, type UndoStep } from "../changes/index.ts";
import type { MadeVersion } from "../config/index.ts";
import { organizationBehind } from "../keys/index.ts";
import type { Actor, AnyOperation, ShopChange } from "../operation.ts";
import { type ChangeRow, findLastChange, findNamedChange, findUndoing, listMadeVersions, listSteps, UNDONE } from "./undo-queries.ts";

/** An operation by its name. */
export type Registry = (name: string) => AnyOperation | undefined;

/** A change that can be undone, as far as the change itself is concerned. */
export interface Change {
  readonly id: number;
  readonly action: string;
  readonly operation: string;
  readonly scope: Scope;
  readonly versions: readonly MadeVersion[];
  readonly steps: readonly UndoStep[];
}

export interface Refusal {
  readonly code: Extract<ErrorCode, "resource_not_found" | "insufficient_scope" | "already_undone" | "undo_impossible">;
  readonly message: string;
}

type FoundChange = { readonly change: Change } | { readonly refusal: Refusal };

type Call = Pick<ShopChange, "shop" | "actor" | "scopes">;

/** The change that is meant, or why it can't be undone. */
export async function findChange(call: Call, auditId: number | undefined, registry: Registry): Promise<FoundChange> {
  const row = await findRow(call, auditId);
  if (row === undefined) return { refusal: noChange(auditId) };
  const operation = registry(String(row.facts["operation"]));
  const decision = operation?.undone ?? null;
  if (operation === undefined || decision === null)
    return refused("undo_impossible", `${row.action} can't be undone here. Ask a person to change it back.`);
  const scope = scopeOf(row, operation);
  if (!mayCall({ scope, alsoFor: [] }, call.scopes))
    return refused("insufficient_scope", `Undoing ${row.action} needs the scope ${scope}, which the key lacks. Use a key that has it.`);
  if (row.undone_in !== null) return alreadyUndone(call, row, row.undone_in);
  if (typeof decision === "object") return refused("undo_impossible", decision.impossible);
  const kept = await listSteps(call.shop, row.id);
  const steps = kept.filter((step) => step !== null);
  if (steps.length < kept.length) return refused("undo_impossible", TOO_OLD);
  const versions = typeof decision === "function" ? [] : await versionsOf(call, row);
  const none = steps.find((step) => step.kind === "none");
  if (none !== undefined) return refused("undo_impossible", none.impossible);
  if (steps.length + versions.length === 0) return refused("undo_impossible", nothingKept(row));
  return { change: { id: row.id, action: row.action, operation: operation.name, scope, versions, steps } };
}

function refused(code: Refusal["code"], message: string): FoundChange {
  return { refusal: { code, message } };
}

async function findRow({ shop, actor }: Call, auditId: number | undefined): Promise<ChangeRow | undefined> {
  if (auditId !== undefined) return findNamedChange(shop, auditId, organizationBehind(actor) !== null);
  return findLastChange(shop, { keyId: keyOf(actor), kind: actor.kind });
}

function keyOf(actor: Actor): number | null {
  return actor.kind === "key" ? actor.keyId : null;
}

function noChange(auditId: number | undefined): Refusal {
  if (auditId !== undefined) return { code: "resource_not_found", message: `The shop's audit log has no entry ${auditId}.` };
  return { code: "undo_impossible", message: "This key has made no change in this shop that can still be undone." };
}

/** Undoing an undoing makes the first change again, so it takes that one's scope. */
function scopeOf(row: ChangeRow, { scope }: AnyOperation): Scope {
  return row.action === UNDONE ? branded<Scope>(String(answerOf(row)["scope"])) : scope;
}

function answerOf({ facts }: ChangeRow): Readonly<Record<string, unknown>> {
  return members(members(facts["answer"])["data"]);
}

async function alreadyUndone({ shop }: Call, { id }: ChangeRow, undoneIn: number): Promise<FoundChange> {
  const by = await findUndoing(shop, undoneIn);
  const redo = by === undefined ? "" : ` by entry ${by}. To make the change again, undo that entry`;
  return refused("already_undone", `Entry ${id} has already been undone${redo}.`);
}

async function versionsOf({ shop }: Call, { id }: ChangeRow): Promise<readonly MadeVersion[]> {
  const rows = await listMadeVersions(shop, id);
  return rows.map(({ feed_id: feed, version }) => ({ feedId: storedId("feed", feed), version }));
}

const TOO_OLD =
  "The change is too old: the previous state is no longer stored. Restore an earlier version of the feed, if there is one (`restore_version`).";

/** A change that has left nothing to undo; one from before changes could be undone has no number. */
function nothingKept({ made_in: madeIn }: ChangeRow): string {
  return madeIn === null ? TOO_OLD : CHANGED_NOTHING.impossible;
}
