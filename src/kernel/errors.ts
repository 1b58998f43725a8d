import { keysOf } from "./unsafe.ts";

/** One entry of the catalogue: HTTP status, whether the same request may succeed later, and the sentence everybody may read. */
export interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly sentence: string;
}

const entry = (status: number, sentence: string, retryable = false): ErrorEntry => ({ status, retryable, sentence });

/** Every error the service answers. `docs/reference/errors.md` is generated from it. */
export const ERRORS = {
  invalid_json: entry(400, "The body is not valid JSON."),
  invalid_request: entry(400, "A query or path parameter is not valid."),
  invalid_idempotency_key: entry(400, "The Idempotency-Key must be 1 to 64 visible ASCII characters."),
  unauthorized: entry(401, "Send a valid API key as `Authorization: Bearer <key>`."),
  insufficient_scope: entry(403, "The key lacks the scope this operation needs."),
  wrong_key_kind: entry(403, "This operation takes another kind of key."),
  shop_not_connected: entry(403, "This organization is not connected to the shop."),
  shop_inactive: entry(403, "The shop is uninstalled: it can be read, not changed."),
  origin_not_allowed: entry(403, "The request comes from a page or for a host that is not this service's."),
  primary_feed_immutable: entry(403, "The primary feed cannot be edited or deactivated."),
  plan_upgrade_required: entry(403, "The shop's plan does not include this. Move to a larger plan first."),
  link_expired: entry(403, "The download link has expired or is not ours. Ask for a new one."),
  resource_not_found: entry(404, "There is no such object."),
  route_not_found: entry(404, "There is no such route. The routes are listed at /v1/openapi.json."),
  method_not_allowed: entry(405, "This route does not take this method; the `Allow` header lists those it takes."),
  feed_gone: entry(410, "This feed is inactive."),
  payload_too_large: entry(413, "The body is larger than this route takes."),
  unsupported_media_type: entry(415, "Send the body as `Content-Type: application/json`."),
  range_not_satisfiable: entry(416, "The file does not have the bytes asked for; `Content-Range` says how many it has."),
  export_in_progress: entry(409, "An extract of this shop is already pending or running. Wait for it or cancel it.", true),
  run_in_progress: entry(409, "A run of this feed is already running. Poll it instead of retrying.", true),
  already_connected: entry(409, "The organization has invited this shop already, or is connected to it."),
  shop_exists: entry(409, "A shop of this domain is installed already."),
  already_muted: entry(409, "The same mute is there already."),
  already_undone: entry(409, "The change has been undone already."),
  member_exists: entry(409, "The organization has a member of this address already."),
  version_conflict: entry(409, "Somebody changed the feed since the version you expect. Read it again and repeat your change."),
  slug_conflict: entry(409, "Another feed of the shop, perhaps an inactive one, has this file name. Choose another display_name."),
  preview_required: entry(
    409,
    "Nothing was changed. Call the tool with `preview: true` first, then again with the `preview_token` it answers.",
  ),
  preview_expired: entry(409, "There is no such preview any more: it counts for 10 minutes. Preview the change again."),
  preview_used: entry(409, "This preview's change has been made already. Preview again to make another."),
  preview_mismatch: entry(
    409,
    "The preview was of something else. Send the tool, arguments, key and shop it was made for, or preview again.",
  ),
  idempotency_key_in_use: entry(409, "The first request with this Idempotency-Key is still being answered. Repeat it shortly.", true),
  undo_impossible: entry(422, "The change can't be undone; the message says why, and what to do instead."),
  validation_failed: entry(422, "Some members are not valid; `details` names each."),
  missing_param: entry(422, "A required member is missing."),
  invalid_param: entry(422, "A member has a value it cannot take."),
  idempotency_key_reused: entry(422, "This Idempotency-Key was used for another query or body. Send a new request with a new key."),
  key_limit_reached: entry(422, "There are 100 active keys. Revoke one that nobody needs any more."),
  storage_quota_exceeded: entry(
    422,
    "The shop keeps as much as it may. Remove lookup tables, wait until older runs and answers go, or ask who runs the installation for more.",
  ),
  mute_limit_reached: entry(
    422,
    "The feed has 1,000 mutes. Mute whole findings in place of rows, or remove mutes that nobody needs any more.",
  ),
  invitation_limit_reached: entry(422, "50 invitations are waiting for an answer. Take some back, or wait until merchants answer."),
  no_feed: entry(422, "The feed has no generated data yet. Run it first."),
  feed_inactive: entry(422, "The feed is inactive. Activate it first."),
  invalid_feed_type: entry(422, "`feed_type` is market or language; a shop has one primary feed from its beginning."),
  translation_scope_missing: entry(422, "The shop's translations cannot be read."),
  collection_not_found: entry(422, "The shop has no such collection."),
  no_updatable_fields: entry(422, "Nothing of what can be changed was sent: send display_name, target_market or target_country."),
  no_source_extract: entry(422, "The shop has no extracted snapshot yet. Run a full extract first."),
  unknown_source_column: entry(422, "There is no such source column; `details` names each."),
  unknown_feed_column: entry(422, "There is no such feed column; `details` names each."),
  invalid_column_names: entry(
    422,
    "A column's name is a letter, then letters, digits or `_`, at most 100 characters; a feed has at most 100 extra columns, each named once.",
  ),
  column_conflict: entry(422, "Two columns would have the same name; names are unique ignoring case."),
  lookup_table_in_use: entry(422, "The lookup table is in use; `details` names what uses it."),
  rule_invalid: entry(422, "The rule is not valid; `details` names every fault."),
  definition_too_large: entry(
    422,
    "The feed's active rules and mappings have more parts than a feed may have. Remove or shorten some of them.",
  ),
  plan_too_expensive: entry(422, "Planning or computing the feed takes longer than it may. Make its rules and mappings simpler."),
  webhook_invalid: entry(422, "The webhook is not valid, or cannot do this now; `details` names what is wrong."),
  invalid_row_ids: entry(400, "`row_ids` is a list of 1 to 5 row ids, each a text."),
  label_required: entry(400, "`display_name` is required: what people call the feed."),
  locale_invalid: entry(400, "`locale` is the language code of a language feed, as in fr or pt-BR."),
  rows_not_found: entry(404, "No row of the snapshot has one of these ids."),
  channel_not_renderable: entry(422, "Files of this channel cannot be rendered."),
  preview_failed: entry(500, "The preview could not be computed. Nothing was changed; try it again.", true),
  rate_limited: entry(429, "Too many requests within a minute. Wait as long as `Retry-After` says.", true),
  internal_error: entry(500, "Something went wrong on our side. Tell us the request id.", true),
  out_of_memory: entry(503, "There is too little memory for this. The message says what to raise.", true),
  storage_full: entry(503, "A disk is full. Free some space on it, then try again.", true),
  unavailable: entry(503, "The service is starting, stopping or without its database. Try again shortly.", true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES: readonly ErrorCode[] = keysOf(ERRORS);

/** One failing member: `param` is a JSON Pointer. */
export interface ErrorDetail {
  readonly param: string;
  readonly code: string;
  readonly message: string;
  /** Within a text of several lines or with a grammar of its own: where the fault begins, both counted from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Of `version_conflict`: the version there is. */
  readonly current_version?: number;
  /** Of `preview_used`: the entry of the audit log that tells what was done. */
  readonly audit_id?: number;
}

interface RequestErrorOptions {
  /** The public sentence where the catalogue's is too general. */
  readonly message?: string;
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** A request that cannot be granted. What it says is public: no SQL, no path, no fact of another tenant. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: RequestErrorOptions = {}) {
    super(options.message ?? ERRORS[code].sentence, { cause: options.cause });
    this.code = code;
    this.param = options.param ?? null;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/**
 * A failure whose sentence may be shown to the person at the other end: a bad setting, an unreadable file, a broken export.
 * The command line prints the sentence and exits 1; an extract or run stores it with the code.
 */
export class PlainError extends Error {
  override readonly name = "PlainError";
  readonly code: string;

  constructor(code: string, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
  }
}

/** For work that can go on without what failed: a fault that can be said in plain words. Any other is thrown again. */
export function plainFault(error: unknown): PlainError {
  if (error instanceof PlainError) return error;
  throw error;
}
