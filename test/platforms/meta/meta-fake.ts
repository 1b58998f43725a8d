import type { PlatformSettings } from "../../../src/channels/platform-request.ts";
import { members } from "../../../src/kernel/unsafe.ts";
import type { FaultKind } from "../fault-script.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import { readOperations } from "../operation-file.ts";
import { graphError, graphPageOf, missingObject, project } from "./meta-answers.ts";
import { parametersReader, type ReadParameters } from "./meta-parameters.ts";
import { callerOf, consent, endedToken, exchangeTokens, issueToken } from "./meta-sign-in.ts";
import { type MetaFeed, type MetaItem, type MetaState, type MetaToken, type MetaUpload, newId, newMetaState } from "./meta-state.ts";
import { upload } from "./meta-uploads.ts";

export interface MetaFakeOptions {
  readonly seed: number;
  readonly now?: () => Date;
  /** Objects of a page at most. */
  readonly pageMax?: number;
  /** Catalog calls until they are throttled. */
  readonly callsMax?: number;
  /** Reads of a feed until an upload has ended. */
  readonly uploadPolls?: number;
}

export interface MetaFake extends FakePlatform {
  readonly settings: PlatformSettings;
  readonly registrations: () => readonly (Pick<MetaFeed, "id" | "catalog" | "parameters" | "uploads"> & { readonly url: string })[];
  readonly items: () => readonly MetaItem[];
  readonly systemUserToken: () => string;
  readonly expireTokens: () => void;
  readonly revokeGrant: () => void;
  readonly deleteRemotely: (feed: string) => void;
  /** The connection may read the feed from now on, and not change it. */
  readonly protect: (feed: string) => void;
  readonly review: (catalog: string, item: string, status: MetaItem["reviewStatus"]) => void;
  /** Scopes that the consent page's user declines; `*`: everything. */
  readonly decline: (...scopes: string[]) => void;
  /** Errors come with HTTP 200 from now on. */
  readonly hideErrors: () => void;
  /** Calls are taken again, as they are in the next hour. */
  readonly endThrottle: () => void;
}

type Handler = (request: FakeRequest, token: MetaToken) => FakeAnswer | Promise<FakeAnswer>;

const ALL_SCOPES: ReadonlySet<string> = new Set(["catalog_management", "business_management"]);
const REGAIN_MINUTES = 19;

export async function startMetaFake(options: MetaFakeOptions): Promise<MetaFake> {
  const { now = () => new Date(), callsMax = Infinity } = options;
  const state = newMetaState(options.seed);
  const application = { clientId: "1234567890", clientSecret: "0f1e2d3c4b5a69788796a5b4c3d2e1f0" };
  const declined = new Set<string>();
  const operations = readOperations("meta");
  const handlers = handlersOf(state, { ...options, now, read: parametersReader(operations) });
  let calls = 0;
  let isHidden = false;

  async function handle(request: FakeRequest): Promise<FakeAnswer> {
    if (request.operation === "dialog_oauth") return consent(state, request, declined);
    if (request.operation === "oauth_access_token") return exchangeTokens(state, request, application, now());
    const token = callerOf(state, request, application, now());
    if ("status" in token) return token;
    calls += 1;
    if (calls > callsMax) return throttledBusiness();
    const missing = scopeOf(request.operation).find((scope) => !token.scopes.has(scope));
    if (missing !== undefined) return graphError(200, `(#200) Requires ${missing} permission to manage the object`, { status: 403 });
    const handler = handlers[request.operation];
    return handler === undefined ? graphError(2500, "Unknown path components") : handler(request, token);
  }

  const fake = await startFake({
    operations,
    refuse: (_request, fault) => graphError(100, `(#100) ${fault}`),
    fail: failure,
    async handle(request) {
      const answer = await handle(request);
      return isHidden && answer.status >= 400 ? { ...answer, status: 200 } : answer;
    },
  });
  return {
    ...fake,
    settings: { ...application, applicationToken: null, endpoints: metaEndpoints(fake.url) },
    registrations: () => [...state.feeds.values()].map((feed) => ({ ...feed, url: urlOf(feed) })),
    items: () => [...state.items.values()].flatMap((items) => [...items.values()]),
    systemUserToken: () => issueToken(state, ALL_SCOPES, null).value,
    expireTokens: () => state.tokens.forEach((token) => (token.expiresAt = now())),
    revokeGrant: () => state.tokens.clear(),
    deleteRemotely: (feed) => void state.feeds.delete(feed),
    protect: (feed) => void state.protectedFeeds.add(feed),
    review(catalog, item, status) {
      const found = state.items.get(catalog)?.get(item);
      if (found === undefined) throw new Error(`there is no item ${item}`);
      found.reviewStatus = status;
    },
    decline: (...scopes) => scopes.forEach((scope) => declined.add(scope)),
    hideErrors: () => void (isHidden = true),
    endThrottle: () => void (calls = 0),
  };
}

/** Where the platform's endpoints are below a fake's address. */
function metaEndpoints(url: string): PlatformSettings["endpoints"] {
  return { authorize: `${url}/v26.0/dialog/oauth`, api: `${url}/v26.0` };
}

function urlOf({ parameters }: MetaFeed): string {
  const { url } = members(parameters["schedule"]);
  return typeof url === "string" ? url : "";
}

function failure(kind: FaultKind): FakeAnswer {
  if (kind === "unauthorized") return endedToken();
  if (kind === "throttled") return graphError(17, "(#17) User request limit reached");
  return graphError(2, "Service temporarily unavailable", { status: 503 });
}

function throttledBusiness(): FakeAnswer {
  const usage = {
    "501": [
      { type: "catalog_management", call_count: 100, total_cputime: 12, total_time: 14, estimated_time_to_regain_access: REGAIN_MINUTES },
    ],
  };
  const answer = graphError(80_014, "(#80014) There have been too many calls to this business. Wait a bit and try again.");
  return { ...answer, headers: { "x-business-use-case-usage": JSON.stringify(usage), "x-app-usage": JSON.stringify({ call_count: 41 }) } };
}

function scopeOf(operation: string): readonly string[] {
  if (operation.startsWith("user_permissions")) return [];
  return /business/.test(operation) ? ["business_management"] : ["catalog_management"];
}

type Playing = MetaFakeOptions & { readonly now: () => Date; readonly read: ReadParameters };

function handlersOf(state: MetaState, { now, read, pageMax = 1_000, uploadPolls = 0 }: Playing): Readonly<Record<string, Handler>> {
  const page = (request: FakeRequest, objects: readonly object[]): FakeAnswer => graphPageOf(request, objects, pageMax);
  const feedOf = ({ parameters: { feed = "" } }: FakeRequest): MetaFeed | undefined => state.feeds.get(feed);
  const changeable = (request: FakeRequest): MetaFeed | undefined =>
    state.protectedFeeds.has(request.parameters["feed"] ?? "") ? undefined : feedOf(request);
  const missing = ({ parameters }: FakeRequest): FakeAnswer => missingObject(Object.values(parameters)[0] ?? "");
  const business = ({ parameters }: FakeRequest) => state.businesses.find(({ id }) => id === parameters["business"]);
  const uploads = (): readonly MetaUpload[] => [...state.feeds.values()].flatMap((feed) => feed.uploads);
  const ended = (): FakeAnswer => ({ status: 200, body: { success: true } });
  return {
    user_permissions: (request, { scopes }) => page(request, permissionsOf(scopes)),
    user_permissions_delete: (_request, token) => {
      for (const [value, { expiresAt }] of state.tokens) if (token.expiresAt !== null && expiresAt !== null) state.tokens.delete(value);
      return ended();
    },
    user_businesses: (request) => page(request, state.businesses),
    user_assigned_product_catalogs: (request) => page(request, state.assigned),
    business_owned_product_catalogs: (request) => page(request, business(request)?.owned ?? []),
    business_client_product_catalogs: (request) => page(request, business(request)?.client ?? []),
    catalog_product_feeds: (request) => page(request, feedsOf(state, request).map(feedObject)),
    catalog_product_feeds_create: (request) => createFeed(state, request, read),
    catalog_products: (request) =>
      page(request, [...(state.items.get(request.parameters["catalog"] ?? "")?.values() ?? [])].map(itemObject)),
    feed(request) {
      const feed = feedOf(request);
      if (feed === undefined) return missing(request);
      const body = project(feedObject(feed), request.query.get("fields") ?? "");
      for (const one of feed.uploads) one.pollsLeft -= 1;
      return { status: 200, body };
    },
    feed_update(request) {
      const feed = changeable(request);
      if (feed === undefined) return missing(request);
      const parameters = read(request.body);
      if (parameters === null) return badSchedule();
      Object.assign(feed.parameters, parameters);
      return ended();
    },
    feed_delete: (request) => (state.feeds.delete(changeable(request)?.id ?? "") ? ended() : missing(request)),
    async feed_uploads_create(request) {
      const feed = changeable(request);
      if (feed === undefined) return missing(request);
      const url = String(members(request.body)["url"]);
      const { id } = await upload(state, feed, { url, startedAt: now(), polls: uploadPolls });
      return { status: 200, body: { id } };
    },
    upload_errors(request) {
      const found = uploads().find(({ id }) => id === request.parameters["upload"]);
      return found === undefined ? missing(request) : page(request, found.errors.map(errorObject));
    },
    error_samples(request) {
      const found = uploads()
        .flatMap(({ errors }) => errors)
        .find(({ id }) => id === request.parameters["error"]);
      return found === undefined ? missing(request) : page(request, found.samples);
    },
  };
}

function permissionsOf(scopes: ReadonlySet<string>): readonly object[] {
  return [...ALL_SCOPES].map((permission) => ({ permission, status: scopes.has(permission) ? "granted" : "declined" }));
}

const feedsOf = ({ feeds }: MetaState, { parameters }: FakeRequest): readonly MetaFeed[] =>
  [...feeds.values()].filter(({ catalog }) => catalog === parameters["catalog"]);

/** Twins are made without a word. */
function createFeed(state: MetaState, request: FakeRequest, read: ReadParameters): FakeAnswer {
  const parameters = read(request.body);
  if (parameters === null) return badSchedule();
  const id = newId(state);
  state.feeds.set(id, { id, catalog: request.parameters["catalog"] ?? "", parameters: { ...parameters }, uploads: [] });
  return { status: 200, body: { id } };
}

const badSchedule = (): FakeAnswer => graphError(100, "(#100) Param schedule must be a valid schedule");

/** Graph's times have an offset without a colon. */
const graphTime = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "+0000");

function feedObject({ id, parameters, uploads: [latest] }: MetaFeed): object {
  if (latest === undefined) return { ...parameters, id };
  const { startedAt, pollsLeft, counts, errors, url } = latest;
  const of = (severity: string): number => errors.filter((error) => error.severity === severity).length;
  const running = { id: latest.id, url, start_time: graphTime(startedAt) };
  const result = { ...running, ...counts, end_time: graphTime(startedAt), error_count: of("fatal"), warning_count: of("warning") };
  return { ...parameters, id, latest_upload: pollsLeft > 0 ? running : result };
}

function errorObject({ id, type, severity, summary, count }: MetaUpload["errors"][number]): object {
  return { id, error_type: type, severity, summary, description: `${summary}. Change it in the file.`, total_count: count };
}

function itemObject({ id, retailerId, name, issues, reviewStatus }: MetaItem): object {
  const errors = issues.map(({ type, summary }) => ({
    error_type: type,
    error_priority: "MEDIUM",
    title: summary,
    description: `${summary}.`,
  }));
  return {
    id,
    retailer_id: retailerId,
    name,
    review_status: reviewStatus,
    visibility: "published",
    ...(errors.length > 0 ? { errors } : {}),
  };
}
