import { members } from "../../../src/kernel/unsafe.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import { type FaultKind, randomOf } from "../fault-script.ts";
import { readOperations } from "../operation-file.ts";
import { type AffectedItems, type FileRow, judgeFile, readFile } from "./tiktok-file.ts";

export interface TiktokFakeOptions {
  readonly seed: number;
  readonly now?: () => Date;
  /** How often a reading is asked for until it's done. */
  readonly polls?: number;
  /** Calls a second. */
  readonly perSecond?: number;
  /** Scopes that the shop grants. */
  readonly scopes?: readonly number[];
  /** Refuses the same request twice in a row, as TikTok does in quick succession. */
  readonly refusesTwins?: boolean;
  readonly catalogs?: number;
}

interface FakeFeed {
  readonly feed_id: string;
  readonly catalog: string;
  feed_name: string;
  schedule: Readonly<Record<string, unknown>>;
}

interface FakeRun {
  readonly id: string;
  readonly feed: string;
  readonly catalog: string;
  readonly url: string;
  readonly start: Date;
  polls: number;
  status: "WAITING" | "PROCESSING" | "SUCCESS" | "FAILED";
  counts: { readonly add: number; readonly update: number; readonly error: number; readonly warn: number };
  errors: readonly AffectedItems[];
  warnings: readonly AffectedItems[];
}

export interface TiktokFake extends FakePlatform {
  /** Of `PlatformSettings`. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** A code as the consent page gives it; good once. */
  code(): string;
  /** A token that is in use already. */
  token(): string;
  revokeGrant(): void;
  registrations(): readonly Readonly<FakeFeed>[];
  items(): readonly (FileRow & { readonly feed: string })[];
  /** Readings of the feed's file, begun or done. */
  runs(feedId: string): readonly Pick<FakeRun, "id" | "status">[];
  deleteRemotely(feedId: string): void;
  /** TikTok reads the file as its schedule says. */
  runSchedule(feedId: string): Promise<void>;
}

const ok = (data: object): FakeAnswer => ({ status: 200, body: { code: 0, message: "OK", request_id: "2026", data } });
const fault = (code: number, message: string): FakeAnswer => ({ status: 200, body: { code, message, request_id: "2026", data: {} } });
const BAD_TOKEN = fault(40105, "Access token is incorrect or has been revoked.");
const CENTERS = ["7100000000000000001", "7100000000000000002", "7100000000000000003"];
const ALL_SCOPES = [150, 900, 901, 910, 911, 970, 971];
const DAY_MS = 86_400_000;

export async function startTiktokFake(options: TiktokFakeOptions): Promise<TiktokFake> {
  const random = randomOf(options.seed);
  const now = options.now ?? (() => new Date());
  const text = (): string => Math.floor(random() * 2 ** 32).toString(16);
  // As long as TikTok's own, so longer than a number of JavaScript holds.
  const longId = (): string => `71${String(Math.floor(random() * 1e8)).padStart(8, "0")}${String(state.ids++).padStart(9, "0")}`;
  const state = {
    ids: 1,
    isGranted: true,
    codes: new Set<string>(),
    tokens: new Set<string>(),
    feeds: new Map<string, FakeFeed>(),
    runs: Array.of<FakeRun>(),
    products: new Map<string, FileRow & { readonly feed: string }>(),
    calls: { second: 0, count: 0 },
    lastBody: "",
  };
  const catalogs = Array.from({ length: options.catalogs ?? 3 }, (_, at) => ({
    ...{ catalog_id: `720000000000000000${at}`, catalog_name: `Catalog ${at}`, catalog_type: at === 2 ? "HOTEL" : "ECOM" },
    catalog_conf: { region_code: at === 1 ? "DE" : "US", currency: at === 1 ? "EUR" : "USD" },
  }));

  function newToken(): string {
    const token = text();
    state.tokens.add(token);
    return token;
  }

  function newCode(): string {
    const code = text();
    state.codes.add(code);
    return code;
  }

  /** The shop's owner agrees at once. */
  function consent({ query }: FakeRequest): FakeAnswer {
    const back = new URL(query.get("redirect_uri") ?? "");
    for (const [name, value] of Object.entries({ state: query.get("state") ?? "", auth_code: newCode() }))
      back.searchParams.set(name, value);
    return { status: 302, headers: { location: back.href }, body: Buffer.alloc(0) };
  }

  function feedShown({ feed_id, feed_name, schedule }: FakeFeed): object {
    const products = [...state.products.values()].filter(({ feed }) => feed === feed_id).length;
    return { feed_id, feed_name, status: "ON", last_update_param: schedule, next_update_time: "", number_of_products: products };
  }

  function writeFeed(id: string, body: Readonly<Record<string, unknown>>): FakeAnswer {
    const feed = {
      ...{ feed_id: id, catalog: String(body["catalog_id"]), feed_name: String(body["feed_name"]) },
      schedule: members(body["schedule_param"]),
    };
    state.feeds.set(id, feed);
    return ok(feedShown(feed));
  }

  function start(feed: FakeFeed, url: string): FakeRun {
    const run: FakeRun = {
      ...{ id: longId(), feed: feed.feed_id, catalog: feed.catalog, url, start: now(), polls: 0, status: "WAITING" },
      ...{ counts: { add: 0, update: 0, error: 0, warn: 0 }, errors: [], warnings: [] },
    };
    state.runs.push(run);
    return run;
  }

  async function process(run: FakeRun): Promise<void> {
    const response = await fetch(run.url).catch(() => null);
    const rows = response?.status === 200 ? readFile(await response.text()) : null;
    if (rows === null || rows.length === 0) return void (run.status = "FAILED");
    const { good, errors, warnings } = judgeFile(rows);
    const keyOf = (sku: string | undefined): string => `${run.catalog} ${run.feed} ${sku ?? ""}`;
    const known = new Set([...state.products].filter(([, { feed }]) => feed === run.feed).map(([key]) => key));
    for (const key of known) state.products.delete(key);
    for (const row of good) state.products.set(keyOf(row["sku_id"]), { ...row, feed: run.feed });
    const update = good.filter((row) => known.has(keyOf(row["sku_id"]))).length;
    Object.assign(run, { errors, warnings, status: "SUCCESS" });
    run.counts = { add: good.length - update, update, error: rows.length - good.length, warn: warnings.length };
  }

  async function poll(run: FakeRun): Promise<void> {
    run.polls += 1;
    if (run.status !== "WAITING" && run.status !== "PROCESSING") return;
    run.status = "PROCESSING";
    if (run.polls >= (options.polls ?? 2)) await process(run);
  }

  function page<T>({ query }: FakeRequest, all: readonly T[]): { list: readonly T[]; page_info: object } {
    const [at, size] = [Number(query.get("page") ?? 1), Math.min(Number(query.get("page_size") ?? 10), PAGE_MAX)];
    const info = { page: at, page_size: size, total_number: all.length, total_page: Math.ceil(all.length / size) };
    return { list: all.slice((at - 1) * size, at * size), page_info: info };
  }

  type Handler = (request: FakeRequest, feed: FakeFeed | undefined) => FakeAnswer | Promise<FakeAnswer>;
  const handlers: Readonly<Record<string, Handler>> = {
    consent,
    oauth2_access_token({ body }) {
      const { secret, auth_code: code } = members(body);
      if (secret !== "secret") return fault(40101, "The secret is wrong.");
      if (!state.codes.delete(String(code))) return fault(40110, "Auth code is expired or was used.");
      return ok({ access_token: newToken(), advertiser_ids: ["1"], scope: options.scopes ?? ALL_SCOPES });
    },
    oauth2_revoke_token: ({ body }) => (state.tokens.delete(String(members(body)["access_token"])) ? ok({}) : BAD_TOKEN),
    bc_get: (request) =>
      ok(
        page(
          request,
          CENTERS.map((id, at) => ({ bc_info: { bc_id: id, name: `Center ${at}` }, user_role: "ADMIN" })),
        ),
      ),
    // The third center shares the catalogs of the second.
    catalog_get: (request) => ok(page(request, request.query.get("bc_id") === CENTERS[0] ? catalogs.slice(0, 1) : catalogs.slice(1))),
    catalog_feed_create: ({ body, bytes }) => (isTwin(bytes) ? TWIN : writeFeed(longId(), members(body))),
    catalog_feed_get({ query }) {
      const [catalog, id] = [query.get("catalog_id"), query.get("feed_id")];
      const found = [...state.feeds.values()].filter((feed) => feed.catalog === catalog && (id === null || id === feed.feed_id));
      return ok({ feed_list: found.map(feedShown) });
    },
    catalog_feed_update: ({ body }, feed) => (feed === undefined ? NO_FEED : writeFeed(feed.feed_id, members(body))),
    catalog_feed_delete(_request, feed) {
      if (feed === undefined) return NO_FEED;
      state.feeds.delete(feed.feed_id);
      return ok({ feed_id: feed.feed_id });
    },
    async catalog_feed_log(_request, feed) {
      const own = state.runs.filter((run) => run.feed === feed?.feed_id);
      for (const run of own) await poll(run);
      const newest = own.toReversed().slice(0, 10);
      return ok({ feed_logs: newest.map((run) => ({ update_status: countsShown(run), update_time: { start_time: utc(run.start) } })) });
    },
    catalog_product_file({ body, bytes }, feed) {
      if (feed === undefined) return NO_FEED;
      if (isTwin(bytes)) return TWIN;
      const url = String(members(body)["file_url"]);
      return url.endsWith(".csv") ? ok({ feed_log_id: start(feed, url).id }) : fault(40908, "The file type isn't supported.");
    },
    async catalog_product_log({ query }) {
      const run = state.runs.find(({ id }) => id === query.get("feed_log_id"));
      if (run === undefined) return fault(40007, "The log doesn't exist.");
      await poll(run);
      const data = { error_affected_products: run.errors.map(affectedShown), warn_affected_products: run.warnings.map(affectedShown) };
      return ok({ product_feed_log: { ...countsShown(run), feed_id: run.feed, start_time: utc(run.start), feed_log_data: data } });
    },
    catalog_product_get: (request) => ok(page(request, [...state.products.values()].map(productShown))),
    diagnostic_catalog(request) {
      if (options.scopes?.includes(999) === true) return fault(40125, "The app lacks the scope.");
      // A day behind.
      const seen = state.runs.findLast(
        ({ feed, start: at }) => feed === request.query.get("feed_id") && now().getTime() - at.getTime() > DAY_MS,
      );
      const issues = [...(seen?.errors ?? []).map(diagnosed("CRITICAL")), ...(seen?.warnings ?? []).map(diagnosed("WARNING"))];
      const { list, page_info: info } = page(request, issues);
      return ok({ diagnositic_date: utc(now()).slice(0, 10), issues: list, page_info: info });
    },
  };

  function isTwin(bytes: Buffer): boolean {
    const last = state.lastBody;
    state.lastBody = bytes.toString("utf8");
    return options.refusesTwins === true && last === state.lastBody;
  }

  function isTooMany(): boolean {
    const second = Math.floor(now().getTime() / 1_000);
    state.calls = state.calls.second === second ? { second, count: state.calls.count + 1 } : { second, count: 1 };
    return state.calls.count > (options.perSecond ?? 1_000);
  }

  const fake = await startFake({
    operations: readOperations("tiktok"),
    refuse: (_request, why) => fault(40002, why),
    fail: failOf,
    handle(request) {
      if (isTooMany()) return fault(40100, "Too many requests. Please try again later.");
      const token = String(request.headers["access-token"]);
      if (
        !["consent", "oauth2_access_token", "oauth2_revoke_token"].includes(request.operation) &&
        !(state.isGranted && state.tokens.has(token))
      )
        return BAD_TOKEN;
      // Read as text: the id may be written as an integer.
      const id = /"feed_id":"?([0-9]+)/.exec(request.bytes.toString("utf8"))?.[1] ?? request.query.get("feed_id") ?? "";
      return handlers[request.operation]?.(request, state.feeds.get(id)) ?? fault(40008, "Not implemented.");
    },
  });
  return {
    ...fake,
    endpoints: { authorize: `${fake.url}/portal/auth`, api: `${fake.url}/open_api/v1.3` },
    code: newCode,
    token: newToken,
    revokeGrant() {
      state.isGranted = false;
    },
    registrations: () => [...state.feeds.values()],
    items: () => [...state.products.values()],
    runs: (feedId) => state.runs.filter(({ feed }) => feed === feedId),
    deleteRemotely: (feedId) => void state.feeds.delete(feedId),
    async runSchedule(feedId) {
      const feed = state.feeds.get(feedId);
      if (feed !== undefined) await process(start(feed, String(members(feed.schedule["source"])["uri"])));
    },
    [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
  };
}

/** Small, so that lists have pages. */
const PAGE_MAX = 2;
const TWIN = fault(40050, "Duplicate request.");
const NO_FEED = fault(40002, "feed_id: the feed doesn't exist");
const utc = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

function failOf(kind: FaultKind): FakeAnswer {
  if (kind === "unauthorized") return BAD_TOKEN;
  return kind === "throttled" ? fault(40100, "Too many requests.") : fault(50000, "System error.");
}

function countsShown({ status, counts }: FakeRun): object {
  return {
    process_status: status,
    ...{ add_count: counts.add, update_count: counts.update, error_count: counts.error, warn_count: counts.warn, remove_count: 0 },
  };
}

/** At most five samples. */
function affectedShown({ field, issue, suggestion, items }: AffectedItems): object {
  return { field, issue, suggestion, affected_product_count: items.length, affected_product_item_list: items.slice(0, 5) };
}

function diagnosed(level: string) {
  return ({ field, issue, suggestion, items }: AffectedItems): object => ({
    ...{ issue_id: `${level}_${field}`, issue_title: issue, reason_and_suggestion: suggestion, issue_level: level },
    ...{ issue_category: "PRODUCT_ATTRIBUTES", issue_product_field: field, affected_product_count: items.length },
    example_affected_products: items.slice(0, 10),
  });
}

/** The review turns down promotions, and is slow with what is new. */
function productShown(row: FileRow): object {
  const title = row["title"] ?? "";
  const isRejected = /free shipping/i.test(title);
  const audit = /brand new/i.test(title) ? "processing" : isRejected ? "rejected" : "approved";
  const info = [{ reason: "Promotional text", suggestion: "Take it out of the title.", affected_country: ["US"] }];
  return {
    ...{ product_id: `p${row["sku_id"] ?? ""}`, sku_id: row["sku_id"], title },
    audit: { audit_status: audit, reject_info: isRejected ? info : [] },
    ad_creation_eligible: row["availability"] === "out of stock" ? "NOT_AVAILABLE" : "AVAILABLE",
  };
}
