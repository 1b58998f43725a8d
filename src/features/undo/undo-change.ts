import { formatId, storedId } from "../../kernel/ids.ts";
import { PreparationOutdated, type Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { applyReversal, planReversal, type PreparedReversal, prepareReversal } from "../config/index.ts";
import { changeDefinition, lockFeed, lockFeeds } from "../feeds/index.ts";
import { type AnyOperation, type ShopCall, type ShopChange, write } from "../operation.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { type Change, findChange, type Registry } from "./find-change.ts";
import { checkStep, type PreparedStep, prepareStep, runStep } from "./run-step.ts";
import { lockChange, markUndone, UNDONE } from "./undo-queries.ts";
import { UndoBody, UndoShape } from "./undo-shapes.ts";

const ERRORS = [
  "insufficient_scope",
  "resource_not_found",
  "already_undone",
  "undo_impossible",
  "version_conflict",
  "validation_failed",
  "preview_failed",
  ...PLAN_ERRORS,
] as const;
type Refusing = Refuse<(typeof ERRORS)[number]>;
type Call = ShopChange & Refusing;

interface Preparation {
  readonly change: Change;
  readonly reversals: readonly PreparedReversal[];
  readonly steps: readonly PreparedStep[];
}

/** `registry`: every operation, this one too, by its name. */
export function defineUndo(registry: Registry): AnyOperation {
  return write({
    name: "changes.undo",
    title: "Undo a change",
    summary: "Takes back the last change that this key made, or the one that is named, and leaves all later ones.",
    description:
      "What the change touched becomes what it was, as far as it is still as the change left it; where somebody has changed the same since, the answer is 409 `version_conflict`, which names it, and nothing changes. What can't be taken back, such as a run, is 422 `undo_impossible`, which says what to do instead. Undoing is a change of its own, with its own audit entry, so it can be undone too: that makes the first change again. Any key that may change something may ask; it needs the scope that the change took. Besides versions, what a change takes to be undone is kept for 30 days.",
    scope: "write_rules",
    alsoFor: ["write_settings", "write_feeds", "write_products", "write_exports", "write_channels", "write_webhooks"],
    http: { method: "POST", path: "/undo", status: 200 },
    body: UndoBody,
    output: dataOf(UndoShape),
    errors: ERRORS,
    audit: UNDONE,
    mcp: { tool: "undo", use: "To take back a change you made, or another one of the audit log. Later changes stay." },
    undone: "kept",
    async prepare(call, { body }): Promise<Preparation | undefined> {
      const found = await findChange(call, body.audit_id, registry);
      return "refusal" in found ? undefined : prepareUndo(call, found.change, registry);
    },
    preview: {
      member: "preview",
      async show(call, { body, prepared }) {
        const { change, steps, reversals } = await ready(call, body.audit_id, { prepared, registry });
        const sentences: string[] = [];
        for (const step of steps) sentences.push(await checkStep(call, step));
        return { data: { object: "undo_preview" as const, ...headOf(change), feeds: await planFeeds(call, reversals), steps: sentences } };
      },
    },
    async run(call, { body, prepared }) {
      const { change, steps, reversals } = await ready(call, body.audit_id, { prepared, registry });
      const undone = await lockChange(call.shop, change.id);
      // Somebody else has undone it while the lock was waited for.
      if (undone !== null) throw new PreparationOutdated();
      await lockTouched(call, change);
      const sentences: string[] = [];
      for (const step of steps) {
        sentences.push(await checkStep(call, step));
        await runStep(call, step);
      }
      const feeds = await applyFeeds(call, change, reversals);
      await markUndone(call.shop, change.id);
      return { data: { object: "undo" as const, ...headOf(change), feeds, steps: sentences } };
    },
  });
}

async function prepareUndo(call: ShopCall, change: Change, registry: Registry): Promise<Preparation> {
  const reversals: PreparedReversal[] = [];
  for (const version of change.versions) reversals.push(await prepareReversal(call, version));
  const steps: PreparedStep[] = [];
  for (const step of change.steps) steps.push(await prepareStep(call, step, registry));
  return { change, reversals, steps };
}

interface Prepared {
  readonly prepared: Preparation | undefined;
  readonly registry: Registry;
}

/** The change as it is now, and what was prepared for that very one. */
async function ready(call: Call, auditId: number | undefined, { prepared, registry }: Prepared): Promise<Preparation> {
  const found = await findChange(call, auditId, registry);
  if ("refusal" in found) return call.fail(found.refusal.code, found.refusal.message);
  if (prepared?.change.id !== found.change.id) throw new PreparationOutdated();
  return prepared;
}

/** In the order in which everybody locks feeds; a change of overrides is read by all of them. An operation that is a step takes its own locks. */
async function lockTouched({ shop }: Call, { versions, steps }: Change): Promise<void> {
  if (steps.some(({ kind }) => kind === "overrides")) {
    await lockFeeds(shop);
    return;
  }
  const selecting = steps.flatMap((step) => (step.kind === "selection" ? [step.feed_id] : []));
  const ids = new Set([...versions.map(({ feedId }) => Number(feedId)), ...selecting]);
  for (const id of [...ids].toSorted((a, b) => a - b)) await lockFeed(shop, storedId("feed", id));
}

type Feeds = UndoShape["feeds"];

async function planFeeds(call: ShopCall & Refusing, reversals: readonly PreparedReversal[]): Promise<Feeds> {
  const feeds: Feeds = [];
  for (const reversal of reversals) {
    const plan = await planReversal(call, reversal);
    if (plan !== null) feeds.push({ feed_id: plan.feed_id, changes: plan.changes, effect: plan.preview });
  }
  return feeds;
}

/** A selection is no part of the definition, but a change of it makes a version like any other. */
async function applyFeeds(call: Call, { id, action, steps }: Change, reversals: readonly PreparedReversal[]): Promise<Feeds> {
  const summary = `Undid ${action} (audit entry ${id}).`;
  const selected = new Set(steps.flatMap((step) => (step.kind === "selection" ? [step.feed_id] : [])));
  const feeds: Feeds = [];
  for (const reversal of reversals) {
    const { feedId } = reversal.of;
    const changes = await applyReversal(call, reversal, summary);
    if (changes !== null) feeds.push({ feed_id: formatId("feed", feedId), changes: [...changes], effect: null });
    if (changes !== null) selected.delete(feedId);
  }
  for (const feed of selected) await changeDefinition(call, storedId("feed", feed), summary);
  return feeds;
}

function headOf({ id, action, operation, scope }: Change) {
  return { audit_id: id, action, operation, scope, summary: `Undo ${action} (audit entry ${id}).` };
}
