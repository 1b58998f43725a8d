import { type ErrorCode, PlainError, RequestError } from "../../kernel/errors.ts";
import { exhaustedBy } from "../../kernel/exhausted.ts";
import { FormatNewer } from "../../kernel/stored-format.ts";
import { members } from "../../kernel/unsafe.ts";
import { PLAN_ERRORS } from "../../features/transforms/index.ts";
import { ObjectDamaged } from "../../platform/objects/objects-port.ts";
import { DatabaseSilent } from "../../platform/postgres/postgres-port.ts";
import { WarehouseLost } from "../../platform/warehouse/warehouse-port.ts";
import { BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from "./server-limits.ts";

/** Whatever was thrown, as the one kind of error that is answered. The cause stays inside, for the log. */
export function asRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const exhausted = exhaustedBy(thrown);
  if (exhausted !== null) return new RequestError(exhausted.code, { message: exhausted.message, cause: thrown, headers: RETRY_LATER });
  // What a run of the feed would say of itself.
  if (thrown instanceof PlainError && isPlanError(thrown.code))
    return new RequestError(thrown.code, { message: thrown.message, cause: thrown });
  // Another process may be of the newer version.
  if (thrown instanceof FormatNewer) return unavailable(thrown, thrown.message);
  if (thrown instanceof ObjectDamaged) return unavailable(thrown, DAMAGED);
  if (thrown instanceof PlainError && STORE_AWAY.has(thrown.code)) return unavailable(thrown, STORE_AWAY_SENTENCE);
  if (thrown instanceof WarehouseLost) return warehouseLost(thrown);
  if (isDatabaseAway(thrown)) return unavailable(thrown);
  return frameworkError(thrown) ?? new RequestError("internal_error", { cause: thrown });
}

function isPlanError(code: string): code is (typeof PLAN_ERRORS)[number] {
  return PLAN_ERRORS.some((known) => known === code);
}
const DAMAGED =
  "A stored file that this request needs is damaged and wasn't used. Run the feed or an extract again, or ask the operator to restore the file.";

/** What an object store says of itself names the operator's bucket or folder, so only the log has it. */
const STORE_AWAY: ReadonlySet<string> = new Set(["storage_failed", "storage_unwritable"]);
const STORE_AWAY_SENTENCE = "The stored files can't be reached at the moment. Try again shortly.";

const RETRY_LATER = { "retry-after": String(RETRY_AFTER_SECONDS) };

export function unavailable(cause?: unknown, message?: string): RequestError {
  return new RequestError("unavailable", {
    cause,
    headers: RETRY_LATER,
    ...(message === undefined ? {} : { message }),
  });
}

function warehouseLost(thrown: WarehouseLost): RequestError {
  const slow = "This request took too long. Ask for less (a narrower search or another sort order), or try again shortly.";
  return unavailable(thrown, thrown.reason === "deadline" ? slow : undefined);
}

/** Fastify's own errors that a client can cause; any other is our mistake. */
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes. Send less data.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type"],
  FST_ERR_BAD_URL: [
    "invalid_request",
    "The path has a percent sign that doesn't start a valid UTF-8 sequence. Write %25 for a literal percent sign.",
  ],
  FST_ERR_MAX_PARAM_LENGTH: ["route_not_found"],
};

function frameworkError(thrown: unknown): RequestError | undefined {
  const known = FRAMEWORK_ERRORS[textOf(members(thrown)["code"])];
  if (known === undefined) return undefined;
  const [code, message] = known;
  return new RequestError(code, { cause: thrown, ...(message === undefined ? {} : { message }) });
}

/** What Node says when there is nobody at the address, and what PostgreSQL says while it starts, stops or is full. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  ...["08000", "08001", "08003", "08004", "08006", "53300", "57P01", "57P02", "57P03", "57P05", "57014"],
]);
/** `pg` gives these no code. */
const AWAY_MESSAGES = /connection terminated|timeout exceeded when trying to connect|pool after calling end|not queryable/i;

function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof DatabaseSilent) return true;
  const { code, message } = members(thrown);
  return AWAY_CODES.has(textOf(code)) || AWAY_MESSAGES.test(textOf(message));
}

/** PostgreSQL undid the transaction only because of what others did meanwhile. */
export function isRepeatable(thrown: unknown): boolean {
  return ["40001", "40P01"].includes(textOf(members(thrown)["code"]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
