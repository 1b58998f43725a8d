import {
  errorPreview,
  type FleetChangeRow,
  findChange,
  findShopFacts,
  listTargets,
  listUnsettled,
  type ListedTarget,
  moveChange,
  moveTarget,
  nextStep,
  nothingPreview,
  plainPreview,
  previewFrom,
  previewRequestOf,
  requestOf,
  retryLater,
  settlementOf,
  storePreview,
  type TargetPreview,
} from "../../features/fleet/index.ts";
import { isolated } from "../../kernel/isolated.ts";
import { ERRORS, RequestError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { asRequestError } from "../http/request-error.ts";
import { applyToShop, askShop, type FleetContext, StepLost, undoInShop, UNDOABLE } from "./fleet-step.ts";

export interface Worked {
  /** As the worker saw it last. */
  readonly change: FleetChangeRow;
  /** Null: when a person asks for something. */
  readonly againInSeconds: number | null;
}

/** Steps of one claim, after which other changes have their turn. */
const STEPS_MAX = 100;
/** How soon runs that are waited for are looked at again. */
const WATCH_S = 1;
/** A shop in which something else is under way is tried again this often, for twenty minutes. */
const RETRY_S = 3;
const RETRIES_MAX = 400;

/** Whether anything was done: `false` if all there is to do now is to wait, `null` if a person must decide. */
type Progress = boolean | null;

/** As far as it goes now. Every step begins with what the database says, so a worker that dies leaves nothing half done. */
export async function workFleetChange(context: FleetContext, signal: AbortSignal): Promise<Worked> {
  let { change } = context;
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step += 1) {
    change = (await findChange(context.organization, change.id)) ?? change;
    if (change.claims !== context.change.claims) break;
    const progress = await takeStep({ ...context, change }, signal);
    if (progress === null) return { change, againInSeconds: null };
    if (!progress) return { change, againInSeconds: WATCH_S };
  }
  return { change, againInSeconds: 0 };
}

async function takeStep(context: FleetContext, signal: AbortSignal): Promise<Progress> {
  const { status } = context.change;
  if (status === "previewing") return previewSome(context, signal);
  if (status === "cancelled" || status === "ready") return null;
  await settle(context);
  const targets = await listTargets(context.organization, context.change.id);
  if (status === "rolling") return roll(context, targets);
  if (status === "undoing") return undoNext(context, targets);
  return targets.some((target) => target.status === "applied") ? false : null;
}

/** Shops previewed at a time: reads of a shop wait for each other, those of several don't. */
const PREVIEWS_AT_ONCE = 3;

async function previewSome(context: FleetContext, signal: AbortSignal): Promise<Progress> {
  const { organization, change } = context;
  const waiting = (await listTargets(organization, change.id)).filter(({ preview }) => preview === null);
  if (waiting.length === 0) {
    await moveChange(organization, change.id, "previewed", { dueInSeconds: null });
    return true;
  }
  const some = waiting.slice(0, PREVIEWS_AT_ONCE);
  const previews = await Promise.all(some.map((target) => previewOf(context, target)));
  signal.throwIfAborted();
  for (const [at, { id }] of some.entries()) await storePreview(organization, id, previews[at] ?? plainPreview(null));
  return true;
}

async function previewOf(context: FleetContext, target: ListedTarget): Promise<TargetPreview> {
  if (!target.is_connected) return errorPreview(new RequestError("shop_not_connected"));
  const shopId = storedId("shop", target.shop_id);
  const facts = await findShopFacts(openShop(context.db, shopId), target, context.action);
  const request = requestOf(context.action, facts);
  if ("nothing" in request) return nothingPreview(request.nothing);
  const asked = previewRequestOf(context.action, facts);
  if (asked === undefined) return plainPreview(target.live_count, facts.heldRun?.includedCount ?? null);
  if ("nothing" in asked) return nothingPreview(asked.nothing);
  try {
    return previewFrom(await askShop(context, shopId, asked), target.live_count);
  } catch (thrown) {
    return errorPreview(faultOf(context, thrown));
  }
}

/** What its runs have become of every shop that was changed. */
async function settle({ organization, change }: FleetContext): Promise<void> {
  for (const found of await listUnsettled(organization, change.id)) {
    const settlement = settlementOf(found);
    if (settlement === null) continue;
    const { event, reason, runId } = settlement;
    await moveTarget(organization, found.id, event, { reason, ...(runId === null ? {} : { run_id: runId }) });
  }
}

async function roll(context: FleetContext, targets: readonly ListedTarget[]): Promise<Progress> {
  const { organization, change } = context;
  const step = nextStep(change, targets, context.services.clock.now());
  if (step.kind === "wait") return false;
  if (step.kind === "finish") {
    await moveChange(organization, change.id, "finish");
    return true;
  }
  const target = targets.find(({ id }) => id === step.targetId);
  if (step.kind === "apply") return target === undefined ? false : applyNext(context, target);
  await moveChange(organization, change.id, "halt", {
    reason: `${isolated(target?.shop_name ?? "A shop")}: ${target?.reason ?? "it failed"}`,
  });
  return true;
}

async function applyNext(context: FleetContext, target: ListedTarget): Promise<Progress> {
  const { organization, action, change } = context;
  try {
    const facts = await findShopFacts(openShop(context.db, storedId("shop", target.shop_id)), target, action);
    const request = requestOf(action, facts);
    if ("nothing" in request) await moveTarget(organization, target.id, "skip", { reason: request.nothing });
    else await applyToShop(context, target, request);
  } catch (thrown) {
    if (thrown instanceof StepLost) return true;
    const { code, message } = faultOf(context, thrown);
    if (code === "unauthorized") await moveChange(organization, change.id, "halt", { reason: message });
    else if (code === "shop_not_connected" || code === "shop_inactive")
      await moveTarget(organization, target.id, "skip", { reason: message });
    else if (ERRORS[code].retryable && target.retries < RETRIES_MAX)
      await retryLater(organization, target, { seconds: RETRY_S, reason: message });
    else await moveTarget(organization, target.id, "fail", { reason: message });
  }
  return true;
}

/** The last one first, so that what is left at any moment is what a shorter rollout would have left. */
async function undoNext(context: FleetContext, targets: readonly ListedTarget[]): Promise<Progress> {
  const { organization, change, services } = context;
  const left = targets.filter(({ status, audit_id: auditId }) => UNDOABLE.includes(status) && auditId !== null);
  const next = left.findLast(({ retry_at: at }) => at === null || at <= services.clock.now());
  if (next === undefined) {
    if (left.length > 0) return false;
    await moveChange(organization, change.id, "finish");
    return true;
  }
  try {
    await undoInShop(context, next);
  } catch (thrown) {
    if (thrown instanceof StepLost) return true;
    const { code, message } = faultOf(context, thrown);
    if (code === "unauthorized") await moveChange(organization, change.id, "finish", { reason: message });
    else if (ERRORS[code].retryable && next.retries < RETRIES_MAX)
      await retryLater(organization, next, { seconds: RETRY_S, reason: message });
    else await moveTarget(organization, next.id, "refuse_undo", { reason: message });
  }
  return true;
}

/** Its cause is for the log: the message is what the API would answer. */
function faultOf({ services, change }: FleetContext, thrown: unknown): RequestError {
  const fault = asRequestError(thrown);
  if (ERRORS[fault.code].status >= 500) services.log.warn({ change: change.id, error: String(thrown) }, "a shop's part of a change failed");
  return fault;
}
