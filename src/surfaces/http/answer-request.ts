import { namedFeed, recordAudit } from "../../features/audit/index.ts";
import { type Answer, answerAlike, answerOnce, findStored, type RepeatableRequest, type Worked } from "../../features/idempotency/index.ts";
import { holdCaller } from "../../features/keys/index.ts";
import type { Actor, AnyOperation, Services } from "../../features/operation.ts";
import { holdSession } from "../../features/sessions/index.ts";
import { requireRoom } from "../../features/storage/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { readable, WrittenJson } from "../../kernel/written-json.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import type { Authorised, Credential } from "./authorise.ts";
import { openCall, type OpenedCall } from "./open-call.ts";
import { despiteOutdating } from "./outdated-preparation.ts";
import { type Performed, performChange, performReading, type Preparation, prepareChange, type ReadRequest } from "./perform-operation.ts";
import { despiteRemovals } from "./replaced-files.ts";
import { inTransaction } from "./transaction-retry.ts";

/** An authorised request that has been read. Which surface it came through no longer matters. */
export interface Asked extends Authorised {
  readonly actor: Actor;
  readonly credential: Credential;
  readonly requestId: string;
  readonly read: ReadRequest;
  /** Null: a repeat is another request. */
  readonly repeatable: RepeatableRequest | null;
}

export interface Answering {
  readonly db: Db;
  readonly services: Services;
  /** Compares what operations answer with their output schema: for development and tests, it costs as much as a small query. */
  readonly checkOutput: boolean;
}

/** An answer as it's sent. Bytes are JSON that the operation has written itself. */
export interface Given extends Omit<Answer, "body"> {
  readonly body: string | Buffer | null;
}

/** What else belongs to the transaction of a change: it may refuse the change, or keep what it did. */
export interface Around {
  before(transaction: Db): Promise<void>;
  after(transaction: Db, made: Made): Promise<void>;
}

/** A change that was made, before it is committed. */
export interface Made {
  readonly auditId: number;
  readonly performed: Performed;
}

const NOTHING_AROUND: Around = { before: async () => undefined, after: async () => undefined };

/** A change is prepared, and commits with its audit row and its stored answer, or not at all. What changes nothing needs no transaction. */
export async function answerRequest(asked: Asked, answering: Answering, around: Around = NOTHING_AROUND): Promise<Given> {
  const work = () => (asked.read.changesNothing ? despiteRemovals(() => show(asked, answering)) : change(asked, answering, around));
  return despiteOutdating(work);
}

async function show(asked: Asked, answering: Answering): Promise<Given> {
  const { db, services } = answering;
  const { operation } = asked.read;
  const perform = () => performReading(asked.read, openedCall(asked, answering, db).call);
  if (asked.repeatable !== null) {
    const work = async (): Promise<Worked> => ({ answer: answerOf(operation, await perform(), answering), changed: false });
    return answerAlike(db, services.secrets, asked.repeatable, work);
  }
  const performed = await perform();
  const { output } = performed;
  if (!(output instanceof WrittenJson)) return answerOf(operation, performed, answering);
  if (answering.checkOutput) assertOutput(operation, output.value());
  return { status: operation.http.status, headers: JSON_HEADERS, body: output.bytes };
}

async function change(asked: Asked, answering: Answering, around: Around): Promise<Answer> {
  const { db, services } = answering;
  const { repeatable } = asked;
  // What has been answered need not be prepared; whether it has been is seen again under the lock.
  const stored = repeatable === null || !asked.read.operation.isPrepared ? undefined : await findStored(db, services.secrets, repeatable);
  if (stored !== undefined) return stored;
  const preparation = await prepared(asked, answering);
  let isDone = false;
  const inside = async (transaction: Db): Promise<Answer> => {
    isDone = false;
    await hold(asked, transaction);
    await around.before(transaction);
    const work = async (): Promise<Worked> => {
      isDone = true;
      const made = await workInside(asked, answering, { transaction, preparation });
      await around.after(transaction, made);
      return { answer: answerOf(asked.read.operation, made.performed, answering), changed: true };
    };
    const given = repeatable === null ? (await work()).answer : await answerOnce(transaction, services.secrets, repeatable, work);
    await keepWithinQuota(asked, answering, transaction);
    return given;
  };
  const answered = await inTransaction(db, inside, preparation.undo);
  // Another request with the same `Idempotency-Key` has done it meanwhile.
  if (!isDone) await preparation.undo();
  return answered;
}

/** Makes a change and takes it back, so that it can be seen without being made. */
export async function tryChange(asked: Asked, answering: Answering): Promise<Performed> {
  return despiteOutdating(async () => {
    const preparation = await prepared(asked, answering);
    const inside = async (transaction: Db): Promise<never> => {
      await hold(asked, transaction);
      const { performed } = await workInside(asked, answering, { transaction, preparation });
      await keepWithinQuota(asked, answering, transaction);
      throw new TakenBack(performed);
    };
    try {
      return await inTransaction(answering.db, inside, preparation.undo);
    } catch (thrown) {
      if (thrown instanceof TakenBack) return thrown.performed;
      throw thrown;
    }
  });
}

/** Ends a transaction whose change was only to be seen. */
class TakenBack extends Error {
  override readonly name = "TakenBack";
  readonly performed: Performed;

  constructor(performed: Performed) {
    super("the change was only to be seen");
    this.performed = performed;
  }
}

function prepared(asked: Asked, answering: Answering): Promise<Preparation> {
  return despiteRemovals(() => prepareChange(asked.read, openedCall(asked, answering, answering.db).call));
}

/** Behind all that the request stores, its answer too. Lookup tables see to it themselves; and what is removed may leave a version. */
async function keepWithinQuota(asked: Asked, { services }: Answering, transaction: Db): Promise<void> {
  const shopId = shopOf(asked);
  if (shopId === null || asked.read.operation.http.method === "DELETE") return;
  await requireRoom(openShop(transaction, shopId), services.storageQuotaBytes, ["versions", "stored_answers"]);
}

async function hold(asked: Asked, transaction: Db): Promise<void> {
  await holdCaller(transaction, asked.caller, shopOf(asked));
  if (asked.credential.kind === "session") await holdSession(transaction, asked.credential.text);
}

interface Inside {
  readonly transaction: Db;
  readonly preparation: Preparation;
}

async function workInside(asked: Asked, answering: Answering, { transaction, preparation }: Inside): Promise<Made> {
  const { call, concerned } = openedCall(asked, answering, transaction);
  const performed = await performChange(asked.read, call, preparation);
  return { performed, auditId: await audit(asked, { ...performed, shopId: concerned() }, transaction) };
}

function openedCall({ tenant, caller, actor, requestId }: Asked, { services }: Answering, db: Db): OpenedCall {
  return openCall({ tenant, caller, actor }, { services, requestId, db });
}

/** What became of a request, and the shop it was about. */
interface PerformedFor extends Performed {
  readonly shopId: ShopId | null;
}

async function audit({ read: { operation }, actor, requestId }: Asked, performed: PerformedFor, transaction: Db): Promise<number> {
  const { secrets, name } = operation;
  const { action, facts, shopId } = performed;
  if (action === null) throw new RequestError("internal_error", { cause: `${name} writes without naming an audit action` });
  const feedId = namedFeed(operation, facts);
  return recordAudit(transaction, { shopId, feedId, action, actor, facts: { operation: name, ...facts }, secrets, requestId });
}

/** The shop a request acts for; null for one that belongs to none. */
export function shopOf({ tenant }: Pick<Authorised, "tenant">): ShopId | null {
  return tenant.kind === "merchant" ? tenant.shopId : null;
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

function answerOf(operation: AnyOperation, performed: Performed, { checkOutput }: Answering): Answer {
  const { status } = operation.http;
  if (status === 204) return { status, headers: {}, body: null };
  const output = readable(performed.output);
  if (checkOutput) assertOutput(operation, output);
  const { answersAs } = operation;
  if (answersAs !== null) return { status, headers: { "content-type": `${answersAs}; charset=utf-8` }, body: String(output) };
  return { status, headers: JSON_HEADERS, body: JSON.stringify(output) };
}

function assertOutput(operation: AnyOperation, output: unknown): void {
  const parsed = operation.output.safeParse(output);
  if (!parsed.success)
    throw new RequestError("internal_error", { cause: new Error(`${operation.name} broke its output schema`, { cause: parsed.error }) });
}
