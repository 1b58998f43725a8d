import { actorOf, type Caller, findActingKey } from "../../features/keys/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { lockFeed } from "../../features/feeds/index.ts";
import {
  type FleetAction,
  type FleetChangeRow,
  type FleetTargetRow,
  holdChange,
  lockTarget,
  noteApplied,
  noteUndone,
  type ShopRequest,
} from "../../features/fleet/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { formatId, type ShopId, storedId } from "../../kernel/ids.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { type Db, openOrganization, openShop, type OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { type Around, answerRequest } from "../http/answer-request.ts";
import { authorise } from "../http/authorise.ts";
import { prepareOperation, readRequest } from "../http/perform-operation.ts";
import { newRequestId } from "../http/request-id.ts";

/**
 * One shop's part of a change of many: a request of the API, made by a worker for the key that started the change. Authorization, audit and errors
 * are those of the request. The target's row changes its status in the same transaction, so however many workers try, the change is made once.
 */
export interface FleetContext {
  readonly db: Db;
  readonly services: Services;
  /** Every operation, by its name. */
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly organization: OrganizationDb;
  readonly change: FleetChangeRow;
  readonly action: FleetAction;
}

/** Somebody else has done the step, or a person has decided otherwise. */
export class StepLost extends Error {
  override readonly name = "StepLost";
}

/** What the operation answers. Throws a `RequestError` like the request itself. */
export async function askShop(context: FleetContext, shopId: ShopId, request: ShopRequest, around?: Around): Promise<unknown> {
  const operation = context.operations.get(request.operation);
  if (operation === undefined) throw new Error(`there is no operation ${request.operation}`);
  const caller = await actingCaller(context, shopId);
  const pairs = [...Object.entries(request.query ?? {}), ["shop_id", formatId("shop", shopId)] as const];
  const query = { pairs, fault: null };
  const authorised = authorise(operation, caller, query);
  const body = Buffer.from(request.body === undefined ? "" : JSON.stringify(request.body));
  const read = readRequest(prepareOperation(operation), { path: request.path, query, body });
  const asked = { actor: actorOf(caller), credential: { kind: "key", text: "" }, requestId: newRequestId(), repeatable: null } as const;
  const answering = { db: context.db, services: context.services, checkOutput: false };
  const { body: text } = await answerRequest({ ...authorised, ...asked, read }, answering, around);
  return text === null ? null : parseJson(text.toString());
}

async function actingCaller({ organization, change }: FleetContext, shopId: ShopId): Promise<Caller> {
  const caller = await findActingKey(organization, change.key_id, shopId);
  if (caller === undefined) throw new RequestError("unauthorized", { message: "The key that started the change was revoked." });
  return caller;
}

/** Changes one shop. */
export async function applyToShop(context: FleetContext, target: FleetTargetRow, request: ShopRequest): Promise<void> {
  const shopId = storedId("shop", target.shop_id);
  let versionBefore: number | null = null;
  await askShop(context, shopId, request, {
    async before(transaction) {
      await requireStep(context, transaction, { target, changing: "rolling", from: ["waiting"] });
      if (!CHANGES_DEFINITION.has(context.action.type) || target.feed_id === null) return;
      const feed = await lockFeed(openShop(transaction, shopId), storedId("feed", target.feed_id));
      versionBefore = feed?.definition_version ?? null;
    },
    async after(transaction, { auditId, performed: { output } }) {
      await noteApplied({ ...noting(context, transaction, target), action: context.action, versionBefore, auditId, output });
    },
  });
}

const CHANGES_DEFINITION: ReadonlySet<FleetAction["type"]> = new Set([
  "add_rule",
  "activate_rule",
  "deactivate_rule",
  "apply_config",
  "apply_template",
]);

/** Takes one shop's change back. */
export async function undoInShop(context: FleetContext, target: FleetTargetRow): Promise<void> {
  const request = { operation: "changes.undo", path: {}, body: { audit_id: target.audit_id } };
  await askShop(context, storedId("shop", target.shop_id), request, {
    before: (transaction) => requireStep(context, transaction, { target, changing: "undoing", from: UNDOABLE }),
    after: (transaction, { auditId }) => noteUndone({ ...noting(context, transaction, target), auditId }),
  });
}

export const UNDOABLE: readonly FleetTargetRow["status"][] = ["applied", "done", "held", "failed"];

interface Step {
  readonly target: FleetTargetRow;
  readonly changing: FleetChangeRow["status"];
  readonly from: readonly FleetTargetRow["status"][];
}

/** Under locks: the change is still under way by this claim, and nobody has taken the step. */
async function requireStep({ organization, change }: FleetContext, transaction: Db, { target, changing, from }: Step): Promise<void> {
  const own = openOrganization(transaction, organization.organizationId);
  const now = await holdChange(own, change.id);
  if (now?.status !== changing || now.claims !== change.claims) throw new StepLost();
  const locked = await lockTarget(own, target.id);
  if (locked === undefined || !from.includes(locked.status)) throw new StepLost();
}

function noting({ organization, services }: FleetContext, transaction: Db, target: FleetTargetRow) {
  return {
    organization: openOrganization(transaction, organization.organizationId),
    shop: openShop(transaction, storedId("shop", target.shop_id)),
    queue: services.queue,
    target,
  };
}
