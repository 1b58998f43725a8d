import type { PlatformSettings } from "../../../src/channels/platform-request.ts";
import { members } from "../../../src/kernel/unsafe.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import type { FaultKind } from "../fault-script.ts";
import type { FeedRow } from "../feed-file.ts";
import { readOperations } from "../operation-file.ts";
import { ingest } from "./pinterest-ingestion.ts";
import { answerTokens, callerOf, complaint, consent, unauthenticated } from "./pinterest-sign-in.ts";
import {
  newId,
  newPinterestState,
  type PinterestFeed,
  type PinterestGrant,
  type PinterestResult,
  type PinterestState,
} from "./pinterest-state.ts";

export interface PinterestFakeOptions {
  readonly seed: number;
  readonly now?: () => Date;
  /** Items of a page at most. */
  readonly pageMax?: number;
  /** Calls until they are throttled, and what `Retry-After` says then; null: nothing. */
  readonly callsMax?: number;
  readonly retryAfterS?: number | null;
  /** Reads of results until a run has ended. */
  readonly runPolls?: number;
  /** Whether Pinterest has enabled fetching on request. */
  readonly canIngest?: boolean;
  readonly accountType?: "BUSINESS" | "PINNER";
  /** Whether the shop's website has been claimed. */
  readonly isVerified?: boolean;
  /** Whether the user belongs to another business too. */
  readonly isShared?: boolean;
}

export interface PinterestFake extends FakePlatform {
  readonly settings: PlatformSettings;
  readonly registrations: () => readonly (Pick<PinterestFeed, "id" | "owner" | "values" | "results"> & { readonly url: string })[];
  readonly items: () => readonly FeedRow[];
  /** Reads all files, as happens every day. */
  readonly runDay: () => Promise<void>;
  readonly expireTokens: () => void;
  readonly revokeGrant: () => void;
  readonly deleteRemotely: (feed: string) => void;
  /** Promotions use the feed's products. */
  readonly promote: (feed: string) => void;
  readonly decline: () => void;
  readonly review: (verdict: "under_review" | "disapproved" | "approved") => void;
  /** What `Retry-After` says from now on; null: nothing. */
  readonly sayRetryAfter: (seconds: number | null) => void;
  /** Calls are taken again. */
  readonly endThrottle: () => void;
}

const USERNAME = "harbourhazel";
const PARTNER = { id: "549755885175", name: "Skerry ads", owner: { id: "9", username: "skerry" } };
const DOMAIN = "shop.example";
const FEEDS_MAX = 50;

type Handler = (request: FakeRequest, grant: PinterestGrant) => FakeAnswer | Promise<FakeAnswer>;
type Playing = Required<Omit<PinterestFakeOptions, "seed">>;

interface Play {
  readonly state: PinterestState;
  readonly options: Playing;
  readonly promoted: Set<string>;
  /** What keeps the merchant from changing feeds; null: nothing. */
  verdict: FakeAnswer | null;
}

const DEFAULTS: Playing = {
  now: () => new Date(),
  pageMax: 250,
  callsMax: Infinity,
  retryAfterS: null,
  runPolls: 0,
  canIngest: true,
  accountType: "BUSINESS",
  isVerified: true,
  isShared: false,
};

const VERDICTS = {
  under_review: complaint(403, 2626, "Sorry, your account is under review."),
  disapproved: complaint(403, 2625, "Sorry, you cannot perform this action as your account has been disapproved."),
  approved: null,
} as const;

export async function startPinterestFake({ seed, ...given }: PinterestFakeOptions): Promise<PinterestFake> {
  const options = { ...DEFAULTS, ...given };
  const state = newPinterestState(seed);
  const play: Play = { state, options, promoted: new Set(), verdict: null };
  const application = { clientId: "1498765", clientSecret: "5ec4e7" };
  const handlers = handlersOf(play);
  let calls = 0;
  let isDeclined = false;
  let { retryAfterS } = options;
  const fake = await startFake({
    operations: readOperations("pinterest"),
    refuse: (_request, fault) => complaint(400, 1, `Invalid request: ${fault}`),
    fail: (kind) => failure(kind, retryAfterS),
    handle(request) {
      if (request.operation === "oauth") return consent(state, request, isDeclined);
      if (request.operation === "oauth/token") return answerTokens(state, request, application, options.now());
      const grant = callerOf(state, request, options.now());
      if (grant === undefined) return unauthenticated();
      calls += 1;
      if (calls > options.callsMax) return failure("throttled", retryAfterS);
      if (!grant.scopes.includes(scopeOf(request.operation))) return complaint(401, 29, "You are not permitted to access that resource.");
      return handlers[request.operation]?.(request, grant) ?? complaint(404, 40, "Unknown path");
    },
  });
  return {
    ...fake,
    settings: { ...application, applicationToken: null, endpoints: { authorize: `${fake.url}/oauth`, api: `${fake.url}/v5` } },
    registrations: () => [...state.feeds.values()].map((feed) => ({ ...feed, url: urlOf(feed) })),
    items: () => [...state.feeds.values()].flatMap(({ items }) => items),
    async runDay() {
      for (const feed of state.feeds.values()) await run(play, feed);
    },
    expireTokens: () => state.grants.forEach((grant) => (grant.accessEndsAt = options.now())),
    revokeGrant: () => void state.grants.splice(0),
    deleteRemotely: (feed) => void state.feeds.delete(feed),
    promote: (feed) => void play.promoted.add(feed),
    decline: () => void (isDeclined = true),
    review: (verdict) => void (play.verdict = VERDICTS[verdict]),
    sayRetryAfter: (seconds) => void (retryAfterS = seconds),
    endThrottle: () => void (calls = 0),
  };
}

function urlOf({ values: { location } }: PinterestFeed): string {
  return typeof location === "string" ? location : "";
}

function failure(kind: FaultKind, retryAfterS: number | null): FakeAnswer {
  if (kind === "unauthorized") return unauthenticated();
  if (kind !== "throttled") return complaint(503, 11, "Service unavailable");
  const answer = complaint(429, 8, "You have exceeded your rate limit. Try again later.");
  return retryAfterS === null ? answer : { ...answer, headers: { "retry-after": String(retryAfterS) } };
}

function scopeOf(operation: string): string {
  if (operation.startsWith("user_")) return "user_accounts:read";
  if (operation.startsWith("ad_accounts")) return "ads:read";
  return /create|update|delete|ingest/.test(operation) ? "catalogs:write" : "catalogs:read";
}

function run({ state, options: { now, runPolls } }: Play, feed: PinterestFeed): Promise<PinterestResult> {
  return ingest(state, feed, { now: now(), polls: runPolls, domain: DOMAIN });
}

function handlersOf(play: Play): Readonly<Record<string, Handler>> {
  const { state, options } = play;
  const missing = (): FakeAnswer => complaint(404, 4161, "Sorry! We could not find your catalogs feed.");
  const feedOf = (request: FakeRequest): PinterestFeed | undefined => {
    const feed = state.feeds.get(request.parameters["feed_id"] ?? "");
    return feed?.owner === ownerOf(request) ? feed : undefined;
  };
  const onFeed =
    (work: (feed: PinterestFeed, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>): Handler =>
    (request) => {
      const feed = feedOf(request);
      return feed === undefined ? missing() : work(feed, request);
    };
  return {
    "user_account/get": () => ({
      status: 200,
      body: { id: "8001", username: USERNAME, business_name: "Harbour & Hazel", account_type: options.accountType },
    }),
    "user_websites/get": (request) => page(play, request, [{ website: DOMAIN, status: options.isVerified ? "verified" : "unverified" }]),
    "ad_accounts/list": (request) =>
      page(play, request, [{ id: "549755880001", name: "Own", owner: { username: USERNAME } }, ...(options.isShared ? [PARTNER] : [])]),
    "feeds/list": (request) =>
      page(play, request, [...state.feeds.values()].filter(({ owner }) => owner === ownerOf(request)).map(feedObject)),
    "feeds/create": (request) => createFeed(play, request),
    "feeds/update": onFeed((feed, { body }) => {
      const values = members(body);
      if (play.verdict !== null) return play.verdict;
      if (isNameTaken(state, feed.owner, values["name"], feed.id)) return nameTaken();
      Object.assign(feed.values, values);
      return { status: 200, body: feedObject(feed) };
    }),
    "feeds/delete": onFeed((feed) => {
      if (play.verdict !== null) return play.verdict;
      if (play.promoted.has(feed.id)) return complaint(409, 4162, "We can't disable a Product Group with active promotions.");
      state.feeds.delete(feed.id);
      return { status: 204 };
    }),
    "feeds/ingest": onFeed(async (feed) => {
      if (play.verdict !== null) return play.verdict;
      if (!options.canIngest) return complaint(403, 29, "You are not permitted to access that resource.");
      const { id, createdAt } = await run(play, feed);
      return { status: 200, body: { id, feed_id: feed.id, created_at: createdAt.toISOString(), status: "PROCESSING" } };
    }),
    "feed_processing_results/list": onFeed((feed, request) => page(play, request, feed.results.map(resultObject))),
    "items_issues/list": (request) => sampleIssues(play, request),
  };
}

/** Whose catalog a request is about. */
const ownerOf = ({ query }: FakeRequest): string => (query.get("ad_account_id") === PARTNER.id ? PARTNER.owner.username : USERNAME);

function page({ options }: Play, { query }: FakeRequest, items: readonly object[]): FakeAnswer {
  const from = Number(query.get("bookmark") ?? 0);
  const size = Math.min(Number(query.get("page_size") ?? 25), options.pageMax);
  return {
    status: 200,
    body: { items: items.slice(from, from + size), bookmark: from + size < items.length ? String(from + size) : null },
  };
}

const nameTaken = (): FakeAnswer => complaint(422, 4170, "The feed name already exists.");

function isNameTaken({ feeds }: PinterestState, owner: string, name: unknown, except: string): boolean {
  return [...feeds.values()].some((feed) => feed.owner === owner && feed.id !== except && feed.values["name"] === name);
}

function createFeed({ state, options, verdict }: Play, request: FakeRequest): FakeAnswer {
  const values = members(request.body);
  const owner = ownerOf(request);
  if (options.accountType !== "BUSINESS") return complaint(403, 654, "You must have a business account to operate as merchant.");
  if (verdict !== null) return verdict;
  if (!options.isVerified) return complaint(409, 4169, "User does not have a verified website.");
  if (isNameTaken(state, owner, values["name"], "")) return nameTaken();
  if ([...state.feeds.values()].filter((feed) => feed.owner === owner).length >= FEEDS_MAX) return complaint(400, 1, "Too many feeds.");
  const id = newId(state);
  const feed: PinterestFeed = { id, owner, values: { status: "ACTIVE", ...values }, results: [], signature: "", items: [] };
  state.feeds.set(id, feed);
  return { status: 201, body: feedObject(feed) };
}

function feedObject({ id, values }: PinterestFeed): object {
  const defaults = { credentials: null, default_availability: null, default_currency: null, preferred_processing_schedule: null };
  return { ...defaults, ...values, id, created_at: "2026-11-22T10:00:00", updated_at: "2026-11-22T10:00:00" };
}

/** Pinterest writes UTC without saying so. */
const timeOf = (date: Date): string => date.toISOString().replace("Z", "");

function resultObject(result: PinterestResult): object {
  const { id, createdAt, status, counts, ingestionErrors, validationErrors, validationWarnings } = result;
  result.pollsLeft -= 1;
  const common = { id, created_at: timeOf(createdAt), updated_at: timeOf(createdAt) };
  const none = { errors: {}, warnings: {} };
  if (result.pollsLeft >= 0)
    return { ...common, status: "PROCESSING", product_counts: null, ingestion_details: { ...none, info: {} }, validation_details: none };
  return {
    ...common,
    status,
    product_counts: counts,
    ingestion_details: { errors: ingestionErrors, info: {}, warnings: {} },
    validation_details: { errors: validationErrors, warnings: validationWarnings },
  };
}

const SAMPLES_MAX = 20;

function sampleIssues(play: Play, request: FakeRequest): FakeAnswer {
  const results = [...play.state.feeds.values()].flatMap((feed) => feed.results);
  const result = results.find(({ id }) => id === request.parameters["processing_result_id"]);
  if (result === undefined) return complaint(404, 4184, "Sorry! We could not find your processing result.");
  const code = request.query.get("item_validation_issue");
  const affected = result.rows.filter(({ issues }) => issues.some((issue) => issue.code === code)).slice(0, SAMPLES_MAX);
  const detailsOf = (severity: string, { issues }: (typeof affected)[number]): object =>
    Object.fromEntries(
      issues
        .filter((issue) => issue.severity === severity)
        .map((issue) => [issue.code, { attribute_name: issue.attribute, provided_value: null }]),
    );
  const items = affected.map((row) => ({
    item_id: row.id === "" ? null : row.id,
    item_number: row.position,
    errors: detailsOf("errors", row),
    warnings: detailsOf("warnings", row),
  }));
  return page(play, request, items);
}
