import { createHash } from "node:crypto";
import { RequestError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Sealing, Secrets } from "../../platform/secrets/secrets-port.ts";
import { findAnswer, hasAnswers, lockRequest, storeAnswer } from "./idempotency-queries.ts";
import { packAnswer, unpackAnswer, unpackText } from "./packed-answer.ts";

/**
 * A request with an `Idempotency-Key` takes effect once. Its transaction holds a lock on the request, so
 * a repeat sees that the first is in flight, and a process that dies leaves nothing: PostgreSQL undoes the work and frees the
 * lock with the connection. The answer commits with the work; errors undo the transaction and so are never stored.
 *
 * What a change answered is always kept, because it cannot be done again: a key makes at most 172,800 a day at the limit of 120 a
 * minute, and each leaves a larger row in the audit log. What changed nothing is kept while the shop has room; past it the work is done again.
 */

/** What an operation answered, ready to be sent or stored. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null for an answer without a body. */
  readonly body: string | null;
}

export interface Worked {
  readonly answer: Answer;
  /** False for reads, previews and dry runs: those may be done again, so only a small answer is kept. */
  readonly changed: boolean;
}

/** What tells one request from another. */
export interface RepeatableRequest {
  readonly idempotencyKey: string;
  readonly keyId: number;
  /** What was presented, the key itself or a session's token: stored answers can be read with it alone. */
  readonly credential: { readonly kind: "key" | "session"; readonly text: string };
  /** Null for an operation that belongs to no shop. */
  readonly shopId: ShopId | null;
  readonly method: string;
  readonly path: string;
  /** As it came, without the `?`. */
  readonly query: string;
  readonly body: Buffer;
}

/** Of an answer that changed nothing; past it the work is done again. */
const UNCHANGED_BYTES_MAX = 256 * 1024;
/** Answers that a shop has, past which those that change nothing are not kept: of such ones a shop has less than a gibibyte. */
const ROOM_ROWS = 4_000;

/** `db` is the transaction in which the work is done. Throws `idempotency_key_in_use` and `idempotency_key_reused`. */
export async function answerOnce(db: Db, secrets: Secrets, request: RepeatableRequest, work: () => Promise<Worked>): Promise<Answer> {
  const place = placeOf(db, secrets, request);
  if (!(await place.lock())) throw new RequestError("idempotency_key_in_use");
  // A statement of its own: its snapshot is younger than the lock, so it sees what the holder before us committed.
  const stored = await place.find();
  if (stored !== undefined) return stored;
  const worked = await work();
  await keep(place, worked);
  return worked.answer;
}

/**
 * For a read: repeats at once each do the work and all answer what was stored first. So no read, which may have to wait for a
 * query process, holds a transaction meanwhile. Throws `idempotency_key_reused`.
 */
export async function answerAlike(db: Db, secrets: Secrets, request: RepeatableRequest, work: () => Promise<Worked>): Promise<Answer> {
  const place = placeOf(db, secrets, request);
  const stored = await place.find();
  if (stored !== undefined) return stored;
  const worked = await work();
  if (await keep(place, worked)) return worked.answer;
  return (await place.find()) ?? worked.answer;
}

/** The answer to a request that was made before, found without its lock. Throws `idempotency_key_reused`. */
export function findStored(db: Db, secrets: Secrets, request: RepeatableRequest): Promise<Answer | undefined> {
  return placeOf(db, secrets, request).find();
}

/** False when there is an answer already, which then is the one to give. */
async function keep(place: ReturnType<typeof placeOf>, { answer, changed }: Worked): Promise<boolean> {
  if (changed) return place.store(answer);
  const isLarge = Buffer.byteLength(answer.body ?? "") > UNCHANGED_BYTES_MAX;
  return isLarge || (await place.isFull()) || place.store(answer);
}

/** Where the answer to a request is kept. */
function placeOf(db: Db, secrets: Secrets, request: RepeatableRequest) {
  const { shopId, credential, idempotencyKey, query, body } = request;
  const hash = requestHash(request);
  // What one session was answered cannot be read in another, so there the same request counts as another: it is refused, not done again.
  const fingerprint = digest(credential.kind === "key" ? [query] : [query, "session", credential.text], body);
  const sealing = secrets.sharedWith(credential.text, `idempotency ${idempotencyKey}`);
  const context = hash.toString("hex");
  return {
    lock: (): Promise<boolean> => lockRequest(db, hash),
    async find(): Promise<Answer | undefined> {
      const stored = await findAnswer(db, shopId, hash);
      if (stored === undefined) return undefined;
      if (!stored.fingerprint.equals(fingerprint)) throw new RequestError("idempotency_key_reused");
      // Authenticated by GCM: it is what `store` sealed.
      const answer = await openAnswer(sealing, context, stored.sealed);
      return { ...answer, headers: { ...answer.headers, "idempotent-replayed": "true" } };
    },
    /** False when one is there that has not expired. */
    store: async (answer: Answer): Promise<boolean> =>
      storeAnswer(db, { shop_id: shopId, request_hash: hash, fingerprint, sealed: sealing.sealBytes(context, await packAnswer(answer)) }),
    isFull: (): Promise<boolean> => hasAnswers(db, shopId, ROOM_ROWS),
  };
}

/** Answers of earlier versions are text, sealed and packed as such; a day after an upgrade there are none left. */
const TEXT_FORMAT = Buffer.from("v1.");

async function openAnswer(sealing: Sealing, context: string, sealed: Buffer): Promise<Answer> {
  const isText = sealed.subarray(0, TEXT_FORMAT.length).equals(TEXT_FORMAT);
  return isText ? unpackText(sealing.open(context, sealed.toString("ascii"))) : unpackAnswer(sealing.openBytes(context, sealed));
}

function requestHash({ keyId, shopId, method, path, idempotencyKey }: RepeatableRequest): Buffer {
  return digest([keyId, shopId, method, path, idempotencyKey]);
}

/** JSON keeps the parts apart, whatever they hold. */
function digest(parts: readonly (string | number | null)[], bytes: Buffer = Buffer.alloc(0)): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).update(bytes).digest();
}
