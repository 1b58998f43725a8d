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
  invalid_json: entry(400, "The request body isn't valid JSON. Fix it and send the request again."),
  invalid_request: entry(400, "A query or path parameter isn't valid. Correct it, then try again."),
  invalid_idempotency_key: entry(400, "`Idempotency-Key` must be 1 to 64 visible ASCII characters."),
  unauthorized: entry(401, "Send a valid API key as `Authorization: Bearer <key>`."),
  insufficient_scope: entry(403, "The key lacks the scope this operation needs. Use a key that has it."),
  wrong_key_kind: entry(403, "This operation doesn't accept this kind of key. Use a key of a kind it accepts."),
  shop_not_connected: entry(403, "The organization isn't connected to the shop. Ask the merchant to connect it."),
  shop_inactive: entry(403, "The shop is uninstalled. Its data can be read but not changed. To make changes, install the shop again."),
  origin_not_allowed: entry(403, "The request's `Origin` or `Host` doesn't belong to this service. Use the address in PUBLIC_URL."),
  primary_feed_immutable: entry(403, "The primary feed can't be edited or deactivated. Change its settings, mappings or rules instead."),
  plan_upgrade_required: entry(403, "The shop's plan doesn't include this. Upgrade the plan, then try again."),
  link_expired: entry(403, "The download link has expired or isn't valid. Request a new one."),
  resource_not_found: entry(404, "The object doesn't exist. Check its id."),
  route_not_found: entry(404, "This route doesn't exist. See /v1/openapi.json for the list of routes."),
  method_not_allowed: entry(405, "This route doesn't support the method. The `Allow` header lists the methods it supports."),
  feed_gone: entry(410, "The feed is inactive. Activate it to serve its file again."),
  payload_too_large: entry(413, "The request body is too large for this route. Send less data."),
  unsupported_media_type: entry(415, "The body must be JSON. Send it with `Content-Type: application/json`."),
  range_not_satisfiable: entry(416, "The file doesn't have the requested bytes. `Content-Range` gives its size."),
  export_in_progress: entry(409, "An extract of this shop is already pending or running. Wait for it to finish, or cancel it.", true),
  sync_in_progress: entry(409, "A sync of this feed and channel is in progress. Wait for it to finish.", true),
  refresh_in_progress: entry(409, "The platform's item statuses are already being read. Wait for that to finish.", true),
  run_in_progress: entry(409, "A run of this feed is already in progress. Poll that run instead of retrying.", true),
  run_not_held: entry(409, "The run isn't held. Only a held run can be discarded."),
  run_discarded: entry(409, "The run was discarded. Restore it first, then publish it."),
  run_not_discarded: entry(409, "The run isn't discarded. Only a discarded run can be restored."),
  already_connected: entry(
    409,
    "The organization has already invited this shop or is connected to it. GET /v1/org/shops shows the connection.",
  ),
  shop_exists: entry(409, "A shop with this domain is already installed. Use that shop, or uninstall it first."),
  already_muted: entry(409, "This mute already exists. You don't need to do anything."),
  already_undone: entry(409, "The change has already been undone. To make it again, undo the entry that undid it."),
  fleet_change_state: entry(409, "The change's state doesn't allow this. Look at the change, then decide again."),
  template_exists: entry(409, "The organization already has a template with this name. Use another name."),
  member_exists: entry(409, "The organization already has a member with this e-mail address. Use another address."),
  version_conflict: entry(
    409,
    "Someone changed the feed or template after the version you expect. Read it again, then repeat your change.",
  ),
  slug_conflict: entry(409, "Another feed of the shop already uses this file name. It may be inactive. Choose another display_name."),
  preview_required: entry(
    409,
    "Nothing was changed. Call the tool with `preview: true`, then again with the `preview_token` from the answer.",
  ),
  preview_expired: entry(409, "The preview doesn't exist or is older than 10 minutes. Preview the change again."),
  preview_used: entry(409, "The previewed change has already been made. To make another change, preview again."),
  preview_mismatch: entry(409, "The preview was made for a different call. Use the same tool, arguments, key and shop, or preview again."),
  idempotency_key_in_use: entry(409, "The first request with this `Idempotency-Key` is still in progress. Try again shortly.", true),
  undo_impossible: entry(422, "The change can't be undone. The message says why and what to do instead."),
  validation_failed: entry(422, "Some fields aren't valid. Correct the fields that `details` lists."),
  missing_param: entry(422, "A required field is missing. Send the field that `param` names."),
  invalid_param: entry(422, "A field has an invalid value. Correct the field that `param` names."),
  idempotency_key_reused: entry(422, "This `Idempotency-Key` was used for a different query or body. Send the request with a new key."),
  key_limit_reached: entry(422, "There are already 100 active keys. Revoke one you no longer need."),
  storage_quota_exceeded: entry(
    422,
    "The shop's storage is full. Remove lookup tables, wait until older runs and stored answers expire, or ask the operator of this installation for more space.",
  ),
  mute_limit_reached: entry(
    422,
    "The feed has 1,000 mutes, the most it can have. Mute whole findings instead of rows, or remove mutes you no longer need.",
  ),
  invitation_limit_reached: entry(
    422,
    "50 invitations are waiting for an answer, the most allowed. Withdraw some, or wait until merchants answer.",
  ),
  template_limit_reached: entry(422, "The organization has 200 templates, the most it can have. Remove some first."),
  fleet_limit_reached: entry(422, "50 changes of many shops are open, the most allowed. Finish or cancel some first."),
  no_feed: entry(422, "The feed has no data yet. Run it, then try again."),
  feed_inactive: entry(422, "The feed is inactive. Activate it, then try again."),
  invalid_feed_type: entry(422, "`feed_type` must be market or language. Every shop already has its one primary feed."),
  translation_scope_missing: entry(422, "The shop's translations can't be read. Give Feedwright access to them, then run a full extract."),
  collection_not_found: entry(422, "The shop has no such collection. Check its id or title."),
  no_updatable_fields: entry(422, "The request has nothing to change. Send display_name, target_market or target_country."),
  no_source_extract: entry(422, "The shop has no catalog yet. Run a full extract, then try again."),
  unknown_source_column: entry(422, "Some source columns don't exist. Correct the names that `details` lists."),
  unknown_feed_column: entry(422, "Some feed columns don't exist. Correct the names that `details` lists."),
  invalid_column_names: entry(
    422,
    "A column name must start with a letter and have only letters, digits and `_`, at most 100 characters. A feed can have up to 100 extra columns, each listed once.",
  ),
  column_conflict: entry(422, "Two columns would have the same name. Rename one; upper and lower case don't matter."),
  lookup_table_in_use: entry(
    422,
    "The lookup table is in use. Change the rules, mappings or channels that `details` lists, then try again.",
  ),
  rule_invalid: entry(422, "The rule isn't valid. Correct the errors that `details` lists."),
  definition_too_large: entry(422, "The feed's active rules and mappings are too large together. Remove or shorten some of them."),
  plan_too_expensive: entry(422, "Planning or computing the feed takes too long. Simplify its rules and mappings."),
  webhook_invalid: entry(422, "The webhook isn't valid, or its state doesn't allow this. Correct what `details` lists, then try again."),
  invalid_row_ids: entry(400, "`row_ids` must be a list of 1 to 5 row ids, each a string."),
  label_required: entry(400, "`display_name` is required. Send the name that people should see."),
  locale_invalid: entry(400, "`locale` must be the language code of a language feed, such as fr or pt-BR."),
  rows_not_found: entry(404, "The snapshot has no row with one of these ids. Check the ids."),
  channel_not_configured: entry(
    422,
    "This installation has no app registered with the platform. Ask its operator to configure one, or register the feed's URL there by hand.",
  ),
  channel_not_connected: entry(422, "The shop isn't connected to the platform. Connect it and choose an account, then try again."),
  channel_not_supported: entry(422, "The platform's API doesn't support this. The message says what to do instead."),
  channel_refused: entry(422, "The platform refused the request. The message says why and what to do."),
  channel_unavailable: entry(503, "The platform didn't answer. Try again shortly.", true),
  channel_not_renderable: entry(422, "This channel's files can't be rendered. Choose another channel."),
  preview_failed: entry(500, "The preview couldn't be computed, and nothing was changed. Try again.", true),
  rate_limited: entry(429, "Too many requests in one minute. Wait for the time in `Retry-After`, then try again.", true),
  internal_error: entry(500, "Something went wrong on our side. Try again, and contact us with the request id if it keeps failing.", true),
  out_of_memory: entry(503, "There isn't enough memory for this. The message says which limit to raise.", true),
  storage_full: entry(503, "The disk is full. Free some space, then try again.", true),
  unavailable: entry(503, "The service is starting or stopping, or can't reach its database. Try again shortly.", true),
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
