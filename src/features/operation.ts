import type { z } from "zod";
import type { Clock } from "../kernel/clock.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { HttpMethod, IdempotencyClass, InputSchema, Operation, ReadSpec, WriteSpec } from "../kernel/operation.ts";
import type { OrganizationId, ShopId } from "../kernel/ids.ts";
import type { KeyKind, Scope } from "../kernel/scopes.ts";
import { branded } from "../kernel/unsafe.ts";
import type { Egress } from "../platform/egress/egress-port.ts";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import type { JobQueue } from "../platform/jobs/jobs-port.ts";
import type { Db, OrganizationDb, ShopDb } from "../platform/postgres/postgres-port.ts";
import type { Secrets } from "../platform/secrets/secrets-port.ts";
import type { Logger, Metrics } from "../platform/telemetry/telemetry-port.ts";
import type { Storefront } from "../storefronts/storefront-port.ts";
import type { SideThread } from "../platform/threads/threads-port.ts";
import type { Warehouse } from "../platform/warehouse/warehouse-port.ts";

/** Who asks. Written into the audit log. */
export type Actor =
  | {
      readonly kind: "key";
      readonly keyId: number;
      readonly keyKind: KeyKind;
      readonly name: string;
      /** Whose key it is, or whose key made it; null: the merchant's, or the installation's. */
      readonly organizationId: number | null;
    }
  | { readonly kind: "command_line" }
  | { readonly kind: "system" };

/** What every operation may use besides the database. */
export interface Services {
  readonly objects: ObjectStore;
  readonly warehouse: Warehouse;
  /** The thread for plans that would take the serving thread too long. */
  readonly planner: SideThread;
  /** The thread for large bodies, for the same reason. */
  readonly reader: SideThread;
  readonly queue: JobQueue;
  readonly secrets: Secrets;
  /** The one way out of the service. */
  readonly egress: Egress;
  /** The platforms this installation can extract from. */
  readonly storefronts: Readonly<Partial<Record<Storefront["kind"], Storefront>>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
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

/** What calls have in common that belong to no one shop. */
interface ShoplessCall extends Services {
  readonly actor: Actor;
  readonly requestId: string;
  /** Of the key that asks: keys it makes can hold no more. */
  readonly scopes: ReadonlySet<Scope>;
  /** Says which shop a change is about: its audit row is then one of that shop, so that its merchant sees it. */
  readonly concern: (shopId: ShopId) => void;
}

/** A request about an organization. `organization` is the only way to its rows, as `shop` is to a shop's. */
export interface OrganizationCall extends ShoplessCall {
  readonly organization: OrganizationDb;
  /** For what changes in a shop when the organization ends its connection: the caller holds that connection, which is an active one. */
  readonly openShop: (shopId: ShopId) => ShopDb;
}

/** A request of whoever runs the installation. */
export interface AdminCall extends ShoplessCall {
  readonly db: Db;
  /** The ways to the rows of one shop or organization, for what an operator does in its name. */
  readonly openShop: (shopId: ShopId) => ShopDb;
  readonly openOrganization: (organizationId: OrganizationId) => OrganizationDb;
}

export type AnyCall = ShopCall | OrganizationCall | AdminCall;

/** An operation as the registry holds it: the surface opens the call of its `keyKind`, and no other. */
export type AnyOperation = Operation<AnyCall>;

function define<Call, P extends InputSchema, Q extends InputSchema, B extends InputSchema, O extends z.ZodType, E extends ErrorCode, T>(
  keyKind: KeyKind,
  spec: ReadSpec<Call, P, Q, B, O, E, T> | WriteSpec<Call, P, Q, B, O, E, T>,
): AnyOperation {
  const { audit, auditOf, before = () => null, previewMember = null, dryRun = false } = "audit" in spec ? spec : { audit: null };
  // Before it calls these functions the surface opens the call of this kind, and parses path, query and body with this very object's schemas.
  const erased = branded<Pick<AnyOperation, "target" | "auditOf" | "before" | "run">>({
    target: spec.target ?? (async () => undefined),
    auditOf: (target: T) => auditOf?.(target) ?? audit,
    before,
    run: spec.run,
  });
  return Object.freeze({
    name: spec.name,
    title: spec.title,
    summary: spec.summary,
    description: spec.description ?? "",
    keyKind,
    ownKeyOnly: spec.ownKeyOnly === true,
    scope: spec.scope,
    http: spec.http,
    ...inputsOf(spec),
    output: spec.output,
    example: spec.example ?? {},
    errors: spec.errors,
    memberCodes: spec.memberCodes ?? {},
    itemMembers: spec.itemMembers ?? [],
    effect: audit === null ? "read" : "write",
    audit,
    previewMember,
    dryRun,
    idempotency: idempotencyOf(spec.http.method, audit),
    mcp: spec.mcp,
    secrets: spec.secrets ?? [],
    ...erased,
  } satisfies AnyOperation);
}

type Inputs = Pick<AnyOperation, "path" | "query" | "body" | "upload">;

function inputsOf({ path = null, query = null, body = null, upload = null }: Partial<Inputs>): Inputs {
  return { path, query, body, upload };
}

function idempotencyOf(method: HttpMethod, audit: string | null): IdempotencyClass {
  if (audit !== null) return "transaction";
  return method === "GET" ? "none" : "read";
}

/** Changes nothing. */
type ReadPreset<Call> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(
  spec: ReadSpec<Call, P, Q, B, O, E, T>,
) => AnyOperation;

/** One transaction, with its audit row. */
type WritePreset<Call> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(
  spec: WriteSpec<Call, P, Q, B, O, E, T>,
) => AnyOperation;

/** A write that starts work: job, resource row and audit row commit together, and the answer is 202. */
type CommandPreset<Call> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(
  spec: WriteSpec<Call, P, Q, B, O, E, T> & { readonly http: { readonly status: 202 } },
) => AnyOperation;

/** For one shop: with its merchant's key, or with that of an organization connected to it. */
export const read: ReadPreset<ShopCall> = (spec) => define("merchant", spec);
export const write: WritePreset<ShopCall> = (spec) => define("merchant", spec);
export const command: CommandPreset<ShopCall> = (spec) => define("merchant", spec);

/** For an organization, with its own key. */
export const organizationRead: ReadPreset<OrganizationCall> = (spec) => define("organization", spec);
export const organizationWrite: WritePreset<OrganizationCall> = (spec) => define("organization", spec);

/** For the installation, with an admin key. */
export const adminRead: ReadPreset<AdminCall> = (spec) => define("admin", spec);
export const adminWrite: WritePreset<AdminCall> = (spec) => define("admin", spec);
export const adminCommand: CommandPreset<AdminCall> = (spec) => define("admin", spec);
