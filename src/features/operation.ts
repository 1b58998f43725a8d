import type { z } from "zod";
import type { Clock } from "../kernel/clock.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { InputSchema, Operation, ReadSpec, WriteSpec } from "../kernel/operation.ts";
import type { KeyKind } from "../kernel/scopes.ts";
import { branded } from "../kernel/unsafe.ts";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import type { JobQueue } from "../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import type { Secrets } from "../platform/secrets/secrets-port.ts";
import type { Logger } from "../platform/telemetry/telemetry-port.ts";
import type { Storefront } from "../storefronts/storefront-port.ts";
import type { Warehouse } from "../platform/warehouse/warehouse-port.ts";

/** Who asks. Written into the audit log. */
export type Actor =
  | { readonly kind: "key"; readonly keyId: number; readonly keyKind: KeyKind; readonly name: string }
  | { readonly kind: "command_line" }
  | { readonly kind: "system" };

/** What every operation may use besides the database. */
export interface Services {
  readonly objects: ObjectStore;
  readonly warehouse: Warehouse;
  readonly queue: JobQueue;
  readonly secrets: Secrets;
  /** The platforms this installation can extract from. */
  readonly storefronts: Readonly<Partial<Record<Storefront["kind"], Storefront>>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** What a warehouse session has, for planning checkpoints. */
  readonly duckdb: { readonly memoryLimitBytes: number; readonly threads: number };
  /** Where feed files and downloads are reached, without a slash at the end: `FILES_URL`, else `PUBLIC_URL`. */
  readonly filesUrl: string;
}

/** A request for one shop. `shop` is the only way to its rows; in a write it is the operation's transaction. */
export interface ShopCall extends Services {
  readonly actor: Actor;
  readonly requestId: string;
  readonly shop: ShopDb;
}

/** An operation as the registry holds it. Further kinds of call (organization, admin) join this union with their features. */
export type AnyOperation = Operation<ShopCall>;

function define<P extends InputSchema, Q extends InputSchema, B extends InputSchema, O extends z.ZodType, E extends ErrorCode, T>(
  spec: ReadSpec<ShopCall, P, Q, B, O, E, T> | WriteSpec<ShopCall, P, Q, B, O, E, T>,
): AnyOperation {
  const audit = "audit" in spec ? spec.audit : null;
  const previewMember = "audit" in spec ? (spec.previewMember ?? null) : null;
  // The surface parses path, query and body with this very object's schemas before it calls these two functions.
  const erased = branded<Pick<AnyOperation, "target" | "run">>({ target: spec.target ?? (async () => undefined), run: spec.run });
  return Object.freeze({
    name: spec.name,
    summary: spec.summary,
    description: spec.description ?? "",
    keyKind: "merchant",
    scope: spec.scope,
    http: spec.http,
    path: spec.path ?? null,
    query: spec.query ?? null,
    body: spec.body ?? null,
    upload: spec.upload ?? null,
    output: spec.output,
    errors: spec.errors,
    memberCodes: spec.memberCodes ?? {},
    effect: audit === null ? "read" : "write",
    audit,
    previewMember,
    idempotency: audit !== null ? "transaction" : spec.http.method === "GET" ? "none" : "read",
    mcp: spec.mcp,
    secrets: spec.secrets ?? [],
    target: erased.target,
    run: erased.run,
  } satisfies AnyOperation);
}

/** Changes nothing. */
export function read<
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(spec: ReadSpec<ShopCall, P, Q, B, O, E, T>): AnyOperation {
  return define(spec);
}

/** One transaction, with its audit row. */
export function write<
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(spec: WriteSpec<ShopCall, P, Q, B, O, E, T>): AnyOperation {
  return define(spec);
}

/** A write that starts work: job, resource row and audit row commit together, and the answer is 202. */
export function command<
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(spec: WriteSpec<ShopCall, P, Q, B, O, E, T> & { readonly http: { readonly status: 202 } }): AnyOperation {
  return define(spec);
}
