import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import { PreparationOutdated, type Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { type PreparedReversal, prepareReversal, readReversal } from "../config/index.ts";
import { changeDefinition, type Edit, effectOf, readChanges, type ReadEdit, type SectionChange } from "../definitions/index.ts";
import { findFeed, lockFeed, lockFeeds } from "../feeds/index.ts";
import { type AnyOperation, type ShopCall, type ShopChange, write } from "../operation.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { type Change, findChange, type Registry } from "./find-change.ts";
import { checkStep, forgetStep, type PreparedStep, prepareStep, runStep, selectionBack } from "./run-step.ts";
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
    summary: "Undoes the last change made with this key, or the change you name, and keeps all later changes.",
    description:
      "Everything the change touched gets its previous value back, if it still has the value from that change. If someone has changed the same thing since, the answer is 409 `version_conflict`, which names it, and nothing changes. Some changes, such as a run, can't be undone: the answer is then 422 `undo_impossible`, which says what to do instead. Undoing is itself a change with its own audit entry, so you can undo it too, which makes the original change again. Any key that can change something can call this, but it needs the scope of the original change. Versions aside, the data needed to undo a change is kept for 30 days.",
    scope: "write_rules",
    alsoFor: ["write_settings", "write_feeds", "write_products", "write_exports", "write_channels", "write_webhooks"],
    http: { method: "POST", path: "/undo", status: 200 },
    body: UndoBody,
    output: dataOf(UndoShape),
    errors: ERRORS,
    audit: UNDONE,
    mcp: { tool: "undo", use: "Use it to take back a change you made, or any other change in the audit log. Later changes stay in place." },
    undone: "kept",
    async prepare(call, { body }): Promise<Preparation | undefined> {
      const found = await findChange(call, body.audit_id, registry);
      return "refusal" in found ? undefined : prepareUndo(call, found.change, { registry, isShown: body.preview });
    },
    async undo(call, prepared) {
      for (const step of prepared?.steps ?? []) await forgetStep(call, step);
    },
    preview: {
      member: "preview",
      async show(call, { body, prepared }) {
        const preparation = await ready(call, body.audit_id, { prepared, registry });
        const sentences: string[] = [];
        for (const step of preparation.steps) sentences.push(await checkStep(call, step));
        const feeds = await planFeeds(call, preparation);
        return { data: { object: "undo_preview" as const, ...headOf(preparation.change), feeds, steps: sentences } };
      },
    },
    async run(call, { body, prepared }) {
      const preparation = await ready(call, body.audit_id, { prepared, registry });
      const { change, steps } = preparation;
      const undone = await lockChange(call.shop, change.id);
      // Somebody else has undone it while the lock was waited for.
      if (undone !== null) throw new PreparationOutdated();
      await lockTouched(call, change);
      const sentences: string[] = [];
      for (const step of steps) {
        sentences.push(await checkStep(call, step));
        await runStep(call, step);
      }
      const feeds = await applyFeeds(call, preparation);
      await markUndone(call.shop, change.id);
      return { data: { object: "undo" as const, ...headOf(change), feeds, steps: sentences } };
    },
  });
}

async function prepareUndo(
  call: ShopCall,
  change: Change,
  preparing: { readonly registry: Registry; readonly isShown: boolean },
): Promise<Preparation> {
  const reversals: PreparedReversal[] = [];
  for (const version of change.versions) reversals.push(await prepareReversal(call, version));
  const steps: PreparedStep[] = [];
  for (const step of change.steps) steps.push(await prepareStep(call, step, preparing));
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
  for (const id of feedsOf(found.change))
    if ((await findFeed(call.shop, id)) === undefined) return call.fail("undo_impossible", `${formatId("feed", id)} no longer exists.`);
  return prepared;
}

/** In the order in which everybody locks feeds; a change of overrides is read by all of them. An operation that is a step takes its own locks. */
async function lockTouched({ shop }: Call, change: Change): Promise<void> {
  if (change.steps.some(({ kind }) => kind === "overrides")) await lockFeeds(shop);
  else for (const id of feedsOf(change)) await lockFeed(shop, id);
}

/** Feeds whose definition the change touched, in the order of their numbers. */
function feedsOf({ versions, steps }: Change): readonly FeedId[] {
  const selecting = steps.flatMap((step) => (step.kind === "selection" ? [storedId("feed", step.feed_id)] : []));
  return [...new Set([...versions.map(({ feedId }) => feedId), ...selecting])].toSorted((a, b) => a - b);
}

type Feeds = UndoShape["feeds"];

interface FeedBack extends ReadEdit {
  readonly described: Feeds[number]["changes"];
}

/** Everything of one feed is one change, and makes one version. */
function editBack(call: Call, feedId: FeedId, { change, reversals }: Preparation): Edit<FeedBack> {
  return {
    feedId,
    async read() {
      const reversal = reversals.find(({ of }) => of.feedId === feedId);
      const { changes, described } = reversal === undefined ? { changes: [], described: [] } : await readReversal(call, reversal);
      const selections: SectionChange[] = [];
      for (const step of change.steps)
        if (step.kind === "selection" && step.feed_id === feedId) selections.push(await selectionBack(call, step));
      const summary = `Undid ${change.action} (audit entry ${change.id}).`;
      return { changes: [...changes, ...selections], described: [...described], summary };
    },
  };
}

async function planFeeds(call: ShopCall & Refusing, preparation: Preparation): Promise<Feeds> {
  const feeds: Feeds = [];
  for (const id of feedsOf(preparation.change)) {
    const read = await readChanges(call, editBack(call, id, preparation));
    feeds.push({ feed_id: formatId("feed", id), changes: read.described, effect: await effectOf(call, read) });
  }
  return feeds.filter(({ changes }) => changes.length > 0);
}

async function applyFeeds(call: Call, preparation: Preparation): Promise<Feeds> {
  const feeds: Feeds = [];
  for (const id of feedsOf(preparation.change)) {
    const { described } = await changeDefinition(call, editBack(call, id, preparation));
    feeds.push({ feed_id: formatId("feed", id), changes: described, effect: null });
  }
  return feeds.filter(({ changes }) => changes.length > 0);
}

function headOf({ id, action, operation, scope }: Change) {
  return { audit_id: id, action, operation, scope, summary: `Undo ${action} (audit entry ${id}).` };
}
