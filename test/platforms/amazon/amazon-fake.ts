import { gzipSync } from "node:zlib";
import { members } from "../../../src/kernel/unsafe.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import type { FaultKind } from "../fault-script.ts";
import { randomOf } from "../fault-script.ts";
import { readOperations } from "../operation-file.ts";
import { type FeedMessage, feedReader, type ReportIssue } from "./amazon-listings.ts";

export interface AmazonFakeOptions {
  readonly seed: number;
  readonly now?: () => Date;
  /** How often a feed is asked for until it's done. */
  readonly polls?: number;
  /** Feeds may be made as fast as anyone likes. */
  readonly isUnhurried?: boolean;
  readonly region?: "na" | "eu" | "fe";
  /** Reports come as they are, not as gzip. */
  readonly isPlain?: boolean;
}

export interface FakeListing {
  readonly sku: string;
  readonly marketplace: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly createdDate: string;
}

interface FakeFeed {
  readonly feedId: string;
  readonly marketplaces: readonly string[];
  readonly document: string;
  readonly createdTime: string;
  polls: number;
  status: "IN_QUEUE" | "IN_PROGRESS" | "DONE" | "CANCELLED" | "FATAL";
  report: string | null;
}

export interface AmazonFake extends FakePlatform {
  /** Of `PlatformSettings`. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly seller: string;
  readonly refreshToken: string;
  /** A code as the consent page gives it; good once. */
  code(): string;
  expireTokens(): void;
  revokeGrant(): void;
  /** From now on addresses of documents are too old. */
  expireDocuments(): void;
  /** Amazon has no registrations. */
  registrations(): readonly [];
  items(): readonly FakeListing[];
  feeds(): readonly Readonly<FakeFeed>[];
  /** Another program makes a feed of two messages, or someone stops ours. */
  addFeed(): void;
  stopFeeds(status: "CANCELLED" | "FATAL"): void;
}

const TOKEN_S = 3_600;
/** Feeds of one seller: 15 at once and then one in two minutes, but no more than five in five minutes. */
const CREATE_FEED = { perSecond: 0.0083, burst: 15, inSpan: 5, spanMs: 300_000 };
/** With a session token, as long as addresses of documents become. */
const PRESIGNED_CHARACTERS = 3_000;
const MARKETPLACES = [
  { id: "ATVPDKIKX0DER", name: "Amazon.com", country: "US", currency: "USD", language: "en_US" },
  { id: "A2EUQ1WTGCTBG2", name: "Amazon.ca", country: "CA", currency: "CAD", language: "en_CA" },
  { id: "A1AM78C64UM0Y8", name: "Amazon.com.mx", country: "MX", currency: "MXN", language: "es_MX" },
];

const fault = (status: number, code: string, message: string, details = ""): FakeAnswer => ({
  status,
  body: { errors: [{ code, message, details }] },
});
const denied = (details: string): FakeAnswer => fault(403, "Unauthorized", "Access to requested resource is denied.", details);
const EXPIRED = denied("The access token you provided has expired.");
/** The store of documents is another service, which answers in XML. */
const LATE: FakeAnswer = {
  ...{ status: 403, headers: { "content-type": "application/xml" } },
  body: Buffer.from("<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>"),
};
const quota = (perSecond: number): FakeAnswer => ({
  ...fault(429, "QuotaExceeded", "You exceeded your quota for the requested resource."),
  headers: { "x-amzn-RateLimit-Limit": String(perSecond) },
});

export async function startAmazonFake(options: AmazonFakeOptions): Promise<AmazonFake> {
  const random = randomOf(options.seed);
  const text = (): string => Math.floor(random() * 2 ** 32).toString(36);
  const now = options.now ?? (() => new Date());
  const seller = `A${text().toUpperCase()}`;
  const read = feedReader();
  const state = {
    refreshToken: `Atzr|${text()}`,
    isGranted: true,
    isLate: false,
    codes: new Set<string>(),
    tokens: new Map<string, number>(),
    documents: new Map<string, Buffer>(),
    feeds: Array.of<FakeFeed>(),
    listings: new Map<string, FakeListing>(),
    created: Array.of<number>(),
    creatable: { tokens: CREATE_FEED.burst, at: 0 },
  };

  function token({ body }: FakeRequest): FakeAnswer {
    const form = members(body);
    const isCode = form["grant_type"] === "authorization_code";
    const isKnown = isCode ? state.codes.delete(String(form["code"])) : form["refresh_token"] === state.refreshToken;
    if (!isKnown || !state.isGranted) return { status: 400, body: { error: "invalid_grant", error_description: "The grant is invalid." } };
    if (form["client_secret"] !== "secret")
      return { status: 401, body: { error: "invalid_client", error_description: "Client authentication failed." } };
    const access = `Atza|${text()}`;
    state.tokens.set(access, now().getTime() + TOKEN_S * 1_000);
    const answer = { access_token: access, token_type: "bearer", expires_in: TOKEN_S, refresh_token: state.refreshToken };
    return { status: 200, body: answer };
  }

  function createFeed({ body }: FakeRequest): FakeAnswer {
    const wanted = members(body);
    if (options.isUnhurried !== true && !takesFeed()) return quota(CREATE_FEED.perSecond);
    const document = String(wanted["inputFeedDocumentId"]);
    if (!state.documents.has(document)) return fault(400, "InvalidInput", "The feed document doesn't exist.");
    return { status: 202, body: { feedId: addFeed(document, [wanted["marketplaceIds"]].flat().map(String)) } };
  }

  function takesFeed(): boolean {
    const { perSecond, burst, inSpan, spanMs } = CREATE_FEED;
    const { tokens, at: before } = state.creatable;
    const at = now().getTime();
    const filled = Math.min(burst, tokens + ((at - before) / 1_000) * perSecond);
    state.created = state.created.filter((made) => made > at - spanMs);
    const isTaken = filled >= 1 && state.created.length < inSpan;
    state.creatable = { tokens: filled - (isTaken ? 1 : 0), at };
    if (isTaken) state.created.push(at);
    return isTaken;
  }

  function addFeed(document: string, marketplaces: readonly string[]): string {
    const feedId = `${state.feeds.length + 1}${Math.floor(random() * 1e6)}`;
    const made = {
      ...{ feedId, marketplaces, document, createdTime: `${now().toISOString().slice(0, 19)}+00:00`, polls: 0 },
      status: "IN_QUEUE",
      report: null,
    } as const;
    state.feeds.push({ ...made });
    return feedId;
  }

  function getFeed({ parameters }: FakeRequest): FakeAnswer {
    const feed = state.feeds.find(({ feedId }) => feedId === parameters["feedId"]);
    if (feed === undefined) return fault(404, "NotFound", "The feed doesn't exist.");
    feed.polls += 1;
    if (feed.status === "IN_QUEUE" || feed.status === "IN_PROGRESS") {
      feed.status = "IN_PROGRESS";
      if (feed.polls >= (options.polls ?? 2)) process(feed);
    }
    return { status: 200, body: shown(feed) };
  }

  function shown({ feedId, marketplaces, createdTime, status, report }: FakeFeed): object {
    const facts = { feedId, feedType: "JSON_LISTINGS_FEED", marketplaceIds: marketplaces, createdTime, processingStatus: status };
    return report === null ? facts : { ...facts, resultFeedDocumentId: report };
  }

  function process(feed: FakeFeed): void {
    const { messages, processed, issues } = read(state.documents.get(feed.document) ?? Buffer.alloc(0), seller);
    for (const message of messages) for (const marketplace of feed.marketplaces) apply(message, marketplace);
    const report = JSON.stringify({
      header: { sellerId: seller, version: "2.0", feedId: feed.feedId },
      issues,
      summary: summaryOf(issues, { processed, accepted: messages.length }),
    });
    feed.report = `report.${feed.feedId}`;
    state.documents.set(feed.report, options.isPlain === true ? Buffer.from(report) : gzipSync(report));
    feed.status = "DONE";
  }

  function apply({ sku, operationType, attributes }: FeedMessage, marketplace: string): void {
    const key = `${marketplace} ${sku}`;
    if (operationType === "DELETE") return void state.listings.delete(key);
    const createdDate = state.listings.get(key)?.createdDate ?? new Date(now().getTime() + state.listings.size * 10).toISOString();
    state.listings.set(key, { sku, marketplace, attributes, createdDate });
  }

  function getFeeds({ query }: FakeRequest): FakeAnswer {
    const since = Date.parse(query.get("createdSince") ?? "") || 0;
    const wanted = query.get("marketplaceIds")?.split(",");
    const found = state.feeds.filter(
      ({ createdTime, marketplaces }) =>
        Date.parse(createdTime) >= since && (wanted === undefined || marketplaces.some((id) => wanted.includes(id))),
    );
    return { status: 200, body: { feeds: found.slice(0, Number(query.get("pageSize") ?? 10)).map(shown) } };
  }

  function search({ query, parameters }: FakeRequest): FakeAnswer {
    if (parameters["sellerId"] !== seller) return denied("");
    const after = query.get("createdAfter") ?? "";
    const found = [...state.listings.values()]
      .filter(({ marketplace, createdDate }) => query.get("marketplaceIds") === marketplace && createdDate >= after)
      .toSorted((a, b) => a.createdDate.localeCompare(b.createdDate))
      .slice(0, 1_000);
    const from = Number(query.get("pageToken") ?? 0);
    const to = from + Number(query.get("pageSize") ?? 10);
    const pagination = to < found.length ? { nextToken: String(to) } : {};
    return { status: 200, body: { numberOfResults: found.length, items: found.slice(from, to).map(listingShown), pagination } };
  }

  function newCode(): string {
    const code = text();
    state.codes.add(code);
    return code;
  }

  /** The seller agrees at once. */
  function consent({ query }: FakeRequest): FakeAnswer {
    const back = new URL(query.get("redirect_uri") ?? "");
    const given = { state: query.get("state") ?? "", selling_partner_id: seller, spapi_oauth_code: newCode() };
    for (const [name, value] of Object.entries(given)) back.searchParams.set(name, value);
    return { status: 302, headers: { location: back.href }, body: Buffer.alloc(0) };
  }

  const presigned = (id: string): string => `${fake.url}/documents/${id}?X-Amz-Security-Token=`.padEnd(PRESIGNED_CHARACTERS, "x");

  const handlers: Readonly<Record<string, (request: FakeRequest) => FakeAnswer>> = {
    consent,
    token,
    getMarketplaceParticipations: () => ({ status: 200, body: { payload: MARKETPLACES.map(participation) } }),
    createFeedDocument() {
      const id = text();
      state.documents.set(id, Buffer.alloc(0));
      return { status: 201, body: { feedDocumentId: id, url: presigned(id) } };
    },
    uploadDocument({ parameters, bytes }) {
      state.documents.set(parameters["id"] ?? "", bytes);
      return { status: 200, body: Buffer.alloc(0) };
    },
    downloadDocument: ({ parameters }) => ({ status: 200, headers: {}, body: state.documents.get(parameters["id"] ?? "") }),
    createFeed,
    getFeed,
    getFeeds,
    getFeedDocument({ parameters }) {
      const id = parameters["feedDocumentId"] ?? "";
      const packed = options.isPlain === true ? {} : { compressionAlgorithm: "GZIP" };
      return { status: 200, body: { feedDocumentId: id, url: presigned(id), ...packed } };
    },
    searchListingsItems: search,
  };

  const fake = await startFake({
    operations: readOperations("amazon"),
    refuse: (_request, why) => fault(400, "InvalidInput", why),
    fail: failOf,
    handle(request) {
      const isOpen = ["consent", "token", "uploadDocument", "downloadDocument"].includes(request.operation);
      const until = state.tokens.get(String(request.headers["x-amz-access-token"])) ?? 0;
      if (state.isLate && request.path.startsWith("/documents/")) return LATE;
      if (!isOpen && until <= now().getTime()) return EXPIRED;
      if (!isOpen && request.parameters["region"] !== (options.region ?? "na")) return denied("");
      return handlers[request.operation]?.(request) ?? fault(404, "NotFound", "There is no such call.");
    },
  });
  return {
    ...fake,
    endpoints: endpointsOf(fake.url),
    seller,
    refreshToken: state.refreshToken,
    code: newCode,
    expireTokens: () => state.tokens.clear(),
    revokeGrant() {
      state.isGranted = false;
      state.tokens.clear();
    },
    expireDocuments() {
      state.isLate = true;
    },
    registrations: () => [],
    items: () => [...state.listings.values()],
    feeds: () => state.feeds,
    addFeed() {
      const messages = [1, 2].map((messageId) => ({ messageId, sku: `other-${messageId}`, operationType: "DELETE" }));
      state.documents.set("other", Buffer.from(JSON.stringify({ header: { sellerId: seller, version: "2.0" }, messages })));
      addFeed("other", ["ATVPDKIKX0DER"]);
    },
    stopFeeds(status) {
      for (const feed of state.feeds) feed.status = status;
    },
    [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
  };
}

function failOf(kind: FaultKind): FakeAnswer {
  if (kind === "unauthorized") return EXPIRED;
  return kind === "throttled" ? quota(2) : fault(500, "InternalFailure", "We encountered an internal error. Please try again.");
}

function endpointsOf(url: string): Readonly<Record<string, string>> {
  const consent = "apps/authorize/consent";
  return {
    ...{ authorizeNorthAmerica: `${url}/na/${consent}`, authorizeEurope: `${url}/eu/${consent}`, authorizeFarEast: `${url}/fe/${consent}` },
    ...{ token: `${url}/auth/o2/token`, northAmerica: `${url}/na`, europe: `${url}/eu`, farEast: `${url}/fe` },
  };
}

/** The seller is in all three, but sells in the first two only, and the second has trouble. */
function participation({ id, name, country, currency, language }: (typeof MARKETPLACES)[number], at: number): object {
  return {
    marketplace: {
      ...{ id, name, countryCode: country, defaultCurrencyCode: currency, defaultLanguageCode: language },
      domainName: `www.${name.toLowerCase()}`,
    },
    storeName: "Ann & Sons",
    participation: { isParticipating: at < 2, hasSuspendedListings: at === 1 },
  };
}

function summaryOf(issues: readonly ReportIssue[], { processed, accepted }: { processed: number; accepted: number }): object {
  return {
    errors: issues.length,
    warnings: 0,
    messagesProcessed: processed,
    messagesAccepted: accepted,
    messagesInvalid: processed - accepted,
  };
}

/** A listing without stock can be found but not bought; one without a description has a warning, and one whose image has a watermark is held back. */
function listingShown({ sku, marketplace, attributes, createdDate }: FakeListing): object {
  const stock = members([attributes["fulfillment_availability"]].flat()[0])["quantity"];
  const warning = {
    ...{ code: "18448", severity: "WARNING", message: "Relevant attributes are incomplete." },
    ...{ attributeNames: ["product_description"], categories: ["MISSING_ATTRIBUTE"] },
  };
  const suppressed = {
    ...{ code: "18027", severity: "ERROR", message: "The main image has text.", attributeNames: ["main_product_image_locator"] },
    ...{
      categories: ["INVALID_IMAGE"],
      enforcements: { actions: [{ action: "LISTING_SUPPRESSED" }], exemption: { status: "NOT_EXEMPT" } },
    },
  };
  const isHeld = JSON.stringify(attributes["main_product_image_locator"]).includes("watermark");
  const status = isHeld ? [] : [...(stock === 0 ? [] : ["BUYABLE"]), "DISCOVERABLE"];
  return {
    sku,
    summaries: [{ marketplaceId: marketplace, productType: "PRODUCT", status, createdDate, lastUpdatedDate: createdDate }],
    issues: [...(attributes["product_description"] === undefined ? [warning] : []), ...(isHeld ? [suppressed] : [])],
  };
}
