import type { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { Calls, ChangeSpec, HttpMethod, IdempotencyClass, InputSchema, Operation, ReadSpec, WriteSpec } from "../kernel/operation.ts";
import type { OrganizationId, ShopId } from "../kernel/ids.ts";
import type { KeyKind, Scope } from "../kernel/scopes.ts";
import { branded } from "../kernel/unsafe.ts";
import type { Egress } from "../platform/egress/egress-port.ts";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import type { JobQueue } from "../platform/jobs/jobs-port.ts";
import type { Db, OrganizationDb, ShopDb } from "../platform/postgres/postgres-port.ts";
import type { Secrets } from "../platform/secrets/secrets-port.ts";
import type { Logger, Metrics } from "../platform/telemetry/telemetry-port.ts";
import type { ChannelPacks } from "../channels/channel-port.ts";
import type { PlatformSettings } from "../channels/platform-request.ts";
import type { DeltaPace } from "../kernel/delta-pace.ts";
import type { Retention } from "../kernel/retention.ts";
import type { ShopifyAppSettings, ShopifyClient } from "../storefronts/shopify-app-port.ts";
import type { Storefront } from "../storefronts/storefront-port.ts";
import type { SideThread } from "../platform/threads/threads-port.ts";
import type { Warehouse } from "../platform/warehouse/warehouse-port.ts";

export type { Actor } from "../kernel/actor.ts";

/** What an operation may use besides the database wherever it is: nothing here waits for anything. */
export interface LocalServices {
  readonly queue: JobQueue;
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "refusal">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Every channel a feed can be assigned to. */
  readonly channels: ChannelPacks;
  /** What a warehouse session has, for planning checkpoints. */
  readonly duckdb: { readonly memoryLimitBytes: number; readonly threads: number };
  /** What a shop without a quota of its own may keep, in bytes; 0: no limit. */
  readonly storageQuotaBytes: number;
  /** Where feed files and downloads are reached, without a slash at the end: `FILES_URL`, else `PUBLIC_URL`. */
  readonly filesUrl: string;
  /** Where the API and the console are reached, without a slash at the end. */
  readonly publicUrl: string;
  /** How soon what a platform reports is read and published. */
  readonly deltas: DeltaPace;
  /** How long what grows is kept. */
  readonly retention: Retention;
  /** By channel: this installation's applications at the platforms, and where these are reached. */
  readonly platforms: Readonly<Record<string, PlatformSettings>>;
  readonly shopifyApp: ShopifyAppSettings | null;
}

/** The same with everything that is waited for. None of it may be asked within a transaction: the types keep operations from it, and `outsideTransactions` everybody. */
export interface Services extends LocalServices {
  readonly objects: ObjectStore;
  readonly warehouse: Warehouse;
  /** The threads for plans and large bodies that would take the serving thread too long. */
  readonly planner: SideThread;
  readonly reader: SideThread;
  readonly egress: Egress;
  readonly shopifyClient: ShopifyClient | null;
  /** The platforms this installation can extract from. */
  readonly storefronts: Readonly<Partial<Record<Storefront["kind"], Storefront>>>;
}

interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
  /** Of the key that asks. */
  readonly scopes: ReadonlySet<Scope>;
}

/** A request for one shop. `shop` is the only way to its rows. */
interface OfShop extends Asking {
  readonly shop: ShopDb;
}

interface Restoring {
  /** An undo calls the operation with what was stored before: rules for new values that are younger than that don't apply to it. */
  readonly restores?: true;
}

/** What calls have in common that belong to no one shop. */
interface Shopless extends Asking {
  /** Says which shop a change is about: its audit row is then one of that shop, so that its merchant sees it. */
  readonly concern: (shopId: ShopId) => void;
}

/** A request about an organization. `organization` is the only way to its rows, as `shop` is to a shop's. */
interface OfOrganization extends Shopless {
  readonly organization: OrganizationDb;
  /** For what changes in a shop when the organization ends its connection: the caller holds that connection, which is an active one. */
  readonly openShop: (shopId: ShopId) => ShopDb;
}

/** A request of whoever runs the installation. */
interface OfInstallation extends Shopless {
  readonly db: Db;
  /** The ways to the rows of one shop or organization, for what an operator does in its name. */
  readonly openShop: (shopId: ShopId) => ShopDb;
  readonly openOrganization: (organizationId: OrganizationId) => OrganizationDb;
}

/** Within a write's transaction, which `shop`, `organization` or `db` is. */
export type ShopChange = OfShop & LocalServices & Restoring;
export type OrganizationChange = OfOrganization & LocalServices;
export type AdminChange = OfInstallation & LocalServices;

/** Everywhere else. */
export type ShopCall = OfShop & Services;
export type OrganizationCall = OfOrganization & Services;
export type AdminCall = OfInstallation & Services;

interface ShopCalls extends Calls {
  readonly inside: ShopChange;
  readonly outside: ShopCall;
}
interface OrganizationCalls extends Calls {
  readonly inside: OrganizationChange;
  readonly outside: OrganizationCall;
}
interface AdminCalls extends Calls {
  readonly inside: AdminChange;
  readonly outside: AdminCall;
}

export type AnyChange = ShopChange | OrganizationChange | AdminChange;
export type AnyCall = ShopCall | OrganizationCall | AdminCall;

/** An operation as the registry holds it: the surface opens the call of its `keyKind`, and no other. */
export type AnyOperation = Operation<{ readonly inside: AnyChange; readonly outside: AnyCall }>;

type AnySpec<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
  F,
  R,
> = ReadSpec<C, P, Q, B, O, E, T> | ChangeSpec<C, P, Q, B, O, E, T, F, R>;

const nothing = async (): Promise<undefined> => undefined;

function define<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
  F,
  R,
>(keyKind: KeyKind, spec: AnySpec<C, P, Q, B, O, E, T, F, R>): AnyOperation {
  const change = "audit" in spec ? spec : null;
  const audit = change?.audit ?? null;
  return Object.freeze({
    name: spec.name,
    title: spec.title,
    summary: spec.summary,
    description: spec.description ?? "",
    keyKind,
    ...callersOf(spec),
    http: spec.http,
    ...inputsOf(spec),
    output: spec.output,
    answersAs: spec.answersAs ?? null,
    example: spec.example ?? {},
    errors: spec.errors,
    memberCodes: spec.memberCodes ?? {},
    itemMembers: spec.itemMembers ?? [],
    effect: audit === null ? "read" : "write",
    audit,
    idempotency: idempotencyOf(spec.http.method, audit),
    mcp: spec.mcp,
    // The surface hands over what this very operation's schemas have parsed and its functions have answered.
    undone: branded<AnyOperation["undone"]>(change?.undone ?? null),
    secrets: spec.secrets ?? [],
    target: branded<AnyOperation["target"]>(spec.target ?? nothing),
    ...(change === null ? reading(branded(spec.run)) : changing(change)),
  } satisfies AnyOperation);
}

type Behaviour = Pick<
  AnyOperation,
  "previewMember" | "dryRun" | "isPrepared" | "find" | "prepare" | "undo" | "auditOf" | "before" | "run" | "show"
>;

function reading(run: AnyOperation["show"]): Behaviour {
  const none = { previewMember: null, dryRun: false, isPrepared: false, find: nothing, prepare: nothing, undo: nothing };
  return { ...none, auditOf: () => null, before: () => null, run: nothing, show: run };
}

function changing<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
  F,
  R,
>(spec: ChangeSpec<C, P, Q, B, O, E, T, F, R>): Behaviour {
  const { audit, auditOf, find, prepare, undo = nothing, before = () => null, preview, run } = spec;
  // Before it calls these functions the surface opens the call of this kind, and parses path, query and body with this very object's schemas.
  return branded<Behaviour>({
    previewMember: preview?.member ?? null,
    dryRun: preview?.dryRun === true,
    isPrepared: find !== undefined || prepare !== undefined,
    find: find ?? nothing,
    prepare: prepare ?? nothing,
    undo,
    auditOf: (target: T) => auditOf?.(target) ?? audit,
    before,
    run,
    show: preview?.show ?? nothing,
  });
}

type Callers = Pick<AnyOperation, "ownKeyOnly" | "scope" | "alsoFor">;

function callersOf({ ownKeyOnly = false, scope, alsoFor = [] }: Pick<AnyOperation, "scope"> & Partial<Callers>): Callers {
  return { ownKeyOnly, scope, alsoFor };
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
type ReadPreset<C extends Calls> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
>(
  spec: ReadSpec<C, P, Q, B, O, E, T>,
) => AnyOperation;

/** One transaction, with its audit row. */
type WritePreset<C extends Calls> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
  F,
  R,
>(
  spec: WriteSpec<C, P, Q, B, O, E, T, F, R>,
) => AnyOperation;

/** A write that starts work: job, resource row and audit row commit together, and the answer is 202. */
type CommandPreset<C extends Calls> = <
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  const E extends ErrorCode,
  T,
  F,
  R,
>(
  spec: WriteSpec<C, P, Q, B, O, E, T, F, R> & { readonly http: { readonly status: 202 } },
) => AnyOperation;

function writes<C extends Calls>(keyKind: KeyKind): WritePreset<C> {
  return <P extends InputSchema, Q extends InputSchema, B extends InputSchema, O extends z.ZodType, const E extends ErrorCode, T, F, R>(
    spec: WriteSpec<C, P, Q, B, O, E, T, F, R>,
  ) => define<C, P, Q, B, O, E, T, F, R>(keyKind, spec);
}

/** For one shop: with its merchant's key, or with that of an organization connected to it. */
export const read: ReadPreset<ShopCalls> = (spec) => define("merchant", spec);
export const write = writes<ShopCalls>("merchant");
export const command: CommandPreset<ShopCalls> = (spec) => write(spec);

/** For an organization, with its own key. */
export const organizationRead: ReadPreset<OrganizationCalls> = (spec) => define("organization", spec);
export const organizationWrite = writes<OrganizationCalls>("organization");

/** For the installation, with an admin key. */
export const adminRead: ReadPreset<AdminCalls> = (spec) => define("admin", spec);
export const adminWrite = writes<AdminCalls>("admin");
export const adminCommand: CommandPreset<AdminCalls> = (spec) => adminWrite(spec);
