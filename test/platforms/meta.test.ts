import { expect, test } from "vitest";
import { meta } from "../../src/channels/meta/pack.ts";
import { allPages } from "../../src/channels/platform-pages.ts";
import { PlatformFault } from "../../src/channels/platform-request.ts";
import { registerInChaos } from "./chaos.suite.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import { faultOf } from "./fault-of.ts";
import { describedValues, knownFindings } from "./known-findings.ts";
import { type MetaUnderTest, openMeta, openRealMeta } from "./open-meta.ts";
import { REDIRECT_URI, signIn, visitConsent } from "./sign-in.ts";

const { platform } = meta;
const { connecting } = platform;

test.each(conformanceCases(meta))("Meta: %s", async (_title, run) => {
  await expect(run(openMeta)).resolves.toBeUndefined();
});

const DAY_MS = 86_400_000;

const HEADER = "id,title,description,availability,condition,price,link,image_link,brand";
const row = (id: string, price = "59.00 USD", title = "Linen Shirt"): string =>
  `${id},${title},Washed linen.,in stock,new,${price},https://shop.example/${id},https://shop.example/${id}.jpg,Hazel`;
const csv = (...rows: readonly string[]): string => `${[HEADER, ...rows].join("\n")}\n`;

const itemIds = ({ fake }: MetaUnderTest): readonly string[] => fake.items().map(({ retailerId }) => retailerId);

/** A registered feed. */
async function register(under: MetaUnderTest): Promise<string> {
  return (await verb(under, platform.createDatafeed)(under.wanted)).id;
}

/** Meta reads the feed's file now, and its uploads have ended. */
async function fetched(under: MetaUnderTest, id: string) {
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  return verb(under, platform.latestProcessing)(id);
}

test("the consent page is asked for a code and for the two permissions", async () => {
  await using under = await openMeta();
  const { authorize } = connecting;
  if (typeof authorize !== "function") throw new Error("Meta has a consent page");
  const url = authorize(under.fake.settings, { state: "s t", redirectUri: REDIRECT_URI, codeChallenge: "c" });
  expect(url).toBe(
    `${under.fake.url}/v26.0/dialog/oauth?client_id=1234567890&redirect_uri=https%3A%2F%2Ffeeds.example.com%2Foauth%2Fcallback` +
      "&state=s+t&response_type=code&scope=catalog_management%2Cbusiness_management",
  );
});

test("a sign-in ends with a token of 60 days and the permissions that were granted, and its code counts once", async () => {
  let aheadMs = 0;
  await using under = await openMeta({ now: () => new Date(Date.now() + aheadMs) });
  const answer = await visitConsent(meta, under.session);
  const exchange = verb(under, connecting.exchange);
  const grant = await exchange(answer);
  const days = (Date.parse(grant.expiresAt ?? "") - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(60);
  expect(grant).toMatchObject({ refreshToken: null, scopes: ["catalog_management", "business_management"] });
  expect(await faultOf(exchange(answer))).toMatchObject({ code: "reauth_required", platformCode: "100/36009" });
  under.session.grant = grant;
  aheadMs = 59 * DAY_MS;
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  aheadMs = 61 * DAY_MS;
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expectNoViolation(under);
});

test("a permission that was declined isn't in the grant, and what needs it says so", async () => {
  await using under = await openMeta();
  under.fake.decline("business_management");
  under.session.grant = await signIn(meta, under.session);
  expect(under.session.grant.scopes).toEqual(["catalog_management"]);
  expect(await faultOf(verb(under, platform.accounts)())).toMatchObject({ code: "permission_missing", platformCode: "200" });
  expectNoViolation(under);
});

test("a sign-in that was cancelled connects nothing", async () => {
  await using under = await openMeta();
  under.fake.decline("*");
  expect(await faultOf(signIn(meta, under.session))).toMatchObject({ code: "permission_missing", platformCode: "access_denied" });
});

test("signing in says which variables are missing, and that a secret is wrong", async () => {
  await using under = await openMeta();
  const { authorize } = connecting;
  if (typeof authorize !== "function") throw new Error("Meta has a consent page");
  const unconfigured = { ...under.fake.settings, clientId: null };
  expect(() => authorize(unconfigured, { state: "s", redirectUri: REDIRECT_URI, codeChallenge: "c" })).toThrow("META_CLIENT_ID");
  const answer = await visitConsent(meta, under.session);
  const call = { ...under.session.call, settings: { ...under.fake.settings, clientSecret: "wrong" } };
  if (typeof connecting.exchange !== "function") throw new Error("Meta exchanges codes");
  const fault = await faultOf(connecting.exchange(call, answer));
  expect(fault).toMatchObject({ code: "not_configured", message: expect.stringContaining("META_CLIENT_SECRET") });
  expect(under.fake.counts.get("oauth_access_token")).toBe(3);
});

test("a system user's token connects without a sign-in, isn't exchanged, and stays its owner's", async () => {
  await using under = await openMeta();
  const token = under.fake.systemUserToken();
  const accept = verb(under, connecting.accept);
  const grant = await accept({ access_token: token });
  expect(grant).toMatchObject({ accessToken: token, expiresAt: null, scopes: connecting.scopes });
  under.session.grant = grant;
  await verb(under, connecting.revoke)(grant);
  expect(under.fake.counts.get("user_permissions_delete")).toBeUndefined();
  expect(await verb(under, platform.accounts)()).toHaveLength(4);
  under.fake.revokeGrant();
  expect(await faultOf(verb(under, platform.accounts)())).toMatchObject({
    code: "reauth_required",
    message: expect.stringContaining("system user"),
  });
  expect(await faultOf(accept({ access_token: token }))).toMatchObject({
    code: "refused",
    message: expect.stringContaining("Generate one"),
  });
  expectNoViolation(under);
});

test("credentials are a token without blanks and nothing else", () => {
  if ("instead" in connecting.credentials) throw new Error("Meta takes credentials");
  const { credentials } = connecting;
  const isTaken = (value: unknown): boolean => credentials.safeParse(value).success;
  expect(isTaken({ access_token: "EAABsbCS1iHgBO7yZB" })).toBe(false);
  expect(isTaken({ access_token: "EAABsbCS1iHgBO7yZBsecret" })).toBe(true);
  expect(isTaken({ access_token: "EAABsbCS1iHgBO 7yZBsecret" })).toBe(false);
  expect(isTaken({ access_token: "EAABsbCS1iHgBO7yZBsecret", secret: "x" })).toBe(false);
});

test("an expired token is exchanged once and the call goes on; one that has ended can't be exchanged", async () => {
  await using under = await openMeta();
  const former = under.session.grant?.accessToken;
  under.fake.script.fail("catalog_product_feeds", "unauthorized");
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  expect(under.session.renewals()).toBe(1);
  expect(under.session.grant?.accessToken).not.toBe(former);
  under.fake.expireTokens();
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expectNoViolation(under);
});

test("a token whose account wants confirming isn't exchanged", () => {
  const verdict = platform.manners.judge(answered(400, { code: 190, error_subcode: 459, message: "checkpointed" }));
  expect(verdict).toMatchObject({ kind: "refused", fault: { code: "reauth_required", message: expect.stringContaining("facebook.com") } });
});

test("throttled calls are sent again, a create too, because nothing was done", async () => {
  await using under = await openMeta();
  under.fake.script.fail("catalog_product_feeds_create", "throttled", 2);
  await register(under);
  expect(under.fake.counts.get("catalog_product_feeds_create")).toBe(3);
  expect(under.fake.registrations()).toHaveLength(1);
});

test("the usage header says when a business may go on, and nobody waits 19 minutes for it", async () => {
  await using under = await openMeta({ callsMax: 3 });
  const list = verb(under, platform.listDatafeeds);
  await list();
  await list();
  expect(await faultOf(list())).toMatchObject({ code: "throttled", platformCode: "80014", retryAfterMs: 19 * 60_000 });
  expect(under.fake.counts.get("catalog_product_feeds")).toBe(3);
  under.fake.endThrottle();
  expect(await list()).toEqual([]);
});

test.each(["error", "cut"] as const)("a create that failed with %s before it was done isn't sent twice", async (kind) => {
  await using under = await openMeta();
  under.fake.script.fail("catalog_product_feeds_create", kind);
  expect(await faultOf(register(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
  expect(under.fake.counts.get("catalog_product_feeds_create")).toBe(1);
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
});

test.each(["error_after", "cut_after"] as const)(
  "a create that failed with %s after it was done isn't sent twice, and a list finds it",
  async (kind) => {
    await using under = await openMeta();
    under.fake.script.fail("catalog_product_feeds_create", kind);
    expect(await faultOf(register(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
    expect(await verb(under, platform.listDatafeeds)()).toMatchObject([{ url: under.wanted.url, target: "US" }]);
    expect(under.fake.counts.get("catalog_product_feeds_create")).toBe(1);
  },
);

test("what may be sent twice is sent again when the platform fails or the connection breaks", async () => {
  await using under = await openMeta();
  const id = await register(under);
  for (const kind of ["error", "cut", "error_after", "cut_after"] as const) {
    under.fake.script.fail("feed_update", kind);
    under.fake.script.fail("catalog_product_feeds", kind);
    await verb(under, platform.updateDatafeed)({ ...under.wanted, id, name: kind });
    expect(await verb(under, platform.listDatafeeds)()).toMatchObject([{ name: kind }]);
  }
  under.fake.script.fail("feed_delete", "cut_after");
  await verb(under, platform.deleteDatafeed)(id);
  expect(under.fake.registrations()).toEqual([]);
  expectNoViolation(under);
});

test.each([1, 2, 3, 4])("a platform that fails all the time ends with one feed and each item once (seed %i)", async (seed) => {
  await using under = await openMeta({ seed });
  under.file.text = csv(row("a"), row("b"), row("c"));
  await registerInChaos(under, { fake: under.fake, seed });
  expect(under.fake.registrations().map(({ url }) => url)).toEqual([under.wanted.url]);
  expect(itemIds(under).toSorted()).toEqual(["a", "b", "c"]);
  expectNoViolation(under);
});

test("errors count under HTTP 200 too", async () => {
  await using under = await openMeta();
  under.fake.hideErrors();
  expect(await faultOf(verb(under, platform.updateDatafeed)({ ...under.wanted, id: "404" }))).toMatchObject({ code: "not_found" });
  under.fake.expireTokens();
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
});

function answered(status: number, error: object) {
  return { status, headers: new Headers(), json: { error } };
}

test.each([
  [1, "again", "unavailable"],
  [2, "again", "unavailable"],
  [3, "refused", "permission_missing"],
  [4, "again", "throttled"],
  [10, "refused", "permission_missing"],
  [17, "again", "throttled"],
  [32, "again", "throttled"],
  [100, "refused", "refused"],
  [200, "refused", "permission_missing"],
  [299, "refused", "permission_missing"],
  [341, "again", "throttled"],
  [368, "refused", "refused"],
  [613, "again", "throttled"],
  [803, "refused", "not_found"],
  [80_001, "again", "throttled"],
  [80_014, "again", "throttled"],
])("Meta's error %i is judged %s with %s, whatever the HTTP status", (code, kind, ours) => {
  for (const status of [200, 400, 403, 500])
    expect(platform.manners.judge(answered(status, { code, message: "Sorry" }))).toMatchObject({
      kind,
      fault: { code: ours, platformCode: String(code) },
    });
});

test.each([102, 190])("Meta's error %i is a token that has expired, and no sentence repeats the token", (code) => {
  expect(platform.manners.judge(answered(400, { code, message: "Malformed access token EAABsecret" }))).toEqual({ kind: "expired" });
});

test("an answer that isn't Graph's is judged by its status", () => {
  const judge = (status: number) => platform.manners.judge({ status, headers: new Headers({ "retry-after": "7" }), json: undefined });
  expect(judge(200)).toEqual({ kind: "granted" });
  expect(judge(502)).toMatchObject({ kind: "again", afterMs: 7_000, fault: { isOutcomeUnknown: true } });
  expect(judge(429)).toMatchObject({ kind: "again", fault: { code: "throttled" } });
});

test("lists are read to their last page", async () => {
  await using under = await openMeta({ pageMax: 2 });
  for (const name of ["a", "b", "c", "d", "e"]) await verb(under, platform.createDatafeed)({ ...under.wanted, name });
  expect((await verb(under, platform.listDatafeeds)()).map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(under.fake.counts.get("catalog_product_feeds")).toBe(3);
  expectNoViolation(under);
});

test("catalogs are those of the user's businesses and those that were assigned, and ones that aren't for products say so", async () => {
  await using under = await openMeta();
  expect(await verb(under, platform.accounts)()).toEqual([
    { id: "9001", name: "Shop (Harbour & Hazel)", parts: {}, problem: null },
    {
      id: "9002",
      name: "Rooms (Harbour & Hazel)",
      parts: {},
      problem: "This catalog is for hotels, not for products. Choose one of the type Ecommerce.",
    },
    { id: "9003", name: "Outlet (Agency)", parts: {}, problem: null },
    { id: "9004", name: "Pop-up", parts: {}, problem: null },
  ]);
});

test("a feed is registered with its schedule, country, currency and form, and twins are made by Meta", async () => {
  await using under = await openMeta();
  await register(under);
  await verb(
    under,
    platform.createDatafeed,
  )({ ...under.wanted, format: "rss", currency: null, targets: [...under.wanted.targets, { country: "CA", language: "fr" }] });
  const schedule = { interval: "DAILY", interval_count: 1, hour: 4, minute: 0, timezone: "America/New_York", url: under.wanted.url };
  expect(under.fake.registrations().map(({ parameters }) => parameters)).toEqual([
    { name: "Feedwright US-en", country: "US", default_currency: "USD", encoding: "UTF8", delimiter: "COMMA", schedule },
    { name: "Feedwright US-en", encoding: "UTF8", delimiter: "AUTODETECT", schedule },
  ]);
  expect((await verb(under, platform.listDatafeeds)()).map(({ target }) => target)).toEqual(["US", null]);
  expectNoViolation(under);
});

test("a feed that can't be touched isn't counted as deleted, and one that is gone is", async () => {
  await using under = await openMeta();
  const id = await register(under);
  under.fake.protect(id);
  expect(await faultOf(verb(under, platform.deleteDatafeed)(id))).toMatchObject({ code: "permission_missing" });
  under.fake.deleteRemotely(id);
  await verb(under, platform.deleteDatafeed)(id);
  expect(await faultOf(verb(under, platform.latestProcessing)(id))).toMatchObject({ code: "not_found" });
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({ code: "not_found" });
  expectNoViolation(under);
});

test("a fetched file shows its issues with samples until it is fixed", async () => {
  await using under = await openMeta();
  under.file.text = csv(row("a", ""), row("b", "free"), row("c", ""), row("d", "5.00 USD", "LINEN"), row("e"));
  const id = await register(under);
  expect(await fetched(under, id)).toMatchObject({
    state: "succeeded",
    itemsTotal: 5,
    itemsValid: 2,
    itemsInvalid: 3,
    issues: [
      {
        code: "EMPTY_PRICE",
        severity: "error",
        attribute: "price",
        message: "price is missing. Change it in the file.",
        affectedCount: 2,
        samples: ["a", "c"],
      },
      { code: "PROPERTY_VALUE_FORMAT", severity: "error", affectedCount: 1, samples: ["b"] },
      { code: "PROPERTY_VALUE_UPPERCASE_WARNING", severity: "warning", samples: ["d"] },
    ],
  });
  expect(itemIds(under)).toEqual(["d", "e"]);
  under.file.text = csv(...["a", "b", "c", "d"].map((one) => row(one)));
  const clean = await fetched(under, id);
  expect(clean).toMatchObject({ state: "succeeded", itemsTotal: 4, itemsValid: 4, itemsInvalid: 0, issues: [] });
  expect(Date.parse(clean.lastFetchedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(itemIds(under).toSorted()).toEqual(["a", "b", "c", "d"]);
  expect(under.file.reads()).toBe(2);
  expectNoViolation(under);
});

test("an upload that hasn't ended is processing, without issues", async () => {
  await using under = await openMeta({ uploadPolls: 1 });
  under.file.text = csv(row("a", ""));
  const id = await register(under);
  expect(await fetched(under, id)).toMatchObject({ state: "processing", itemsTotal: null, issues: [] });
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({
    state: "failed",
    itemsTotal: 1,
    issues: [{ code: "EMPTY_PRICE" }],
  });
});

test.each([
  ["isn't there", null, "FILE_UNREACHABLE"],
  ["is empty", "", "FILE_EMPTY"],
  ["has a header alone", csv(), "FILE_EMPTY"],
  ["ends within a row", csv(row("a"), row("b")).slice(0, -60), "FILE_BROKEN"],
])("a file that %s is a failed fetch, and the catalog keeps its items", async (_what, text, code) => {
  await using under = await openMeta();
  under.file.text = csv(row("a"));
  const id = await register(under);
  await fetched(under, id);
  under.file.text = text;
  expect(await fetched(under, id)).toMatchObject({ state: "failed", itemsValid: 0, issues: [{ code, severity: "error", samples: [] }] });
  expect(itemIds(under)).toEqual(["a"]);
});

test("Meta reads the RSS form as well", async () => {
  await using under = await openMeta();
  const elements = HEADER.split(",").map((column, at) => `<g:${column}>${row("a").split(",")[at] ?? ""}</g:${column}>`);
  under.file.text = `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>${elements.join("")}</item></channel></rss>\n`;
  const id = await register(under);
  expect(await fetched(under, id)).toMatchObject({ state: "succeeded", itemsTotal: 1, itemsValid: 1, issues: [] });
});

test("items are read page by page with Meta's review and errors", async () => {
  await using under = await openMeta({ pageMax: 2 });
  under.file.text = csv(row("a"), row("b"), row("c", "5.00 USD", "LINEN"), row("d"), row("e"));
  await fetched(under, await register(under));
  for (const [item, status] of [
    ["a", "rejected"],
    ["b", "pending"],
    ["d", ""],
    ["e", "outdated"],
  ] as const)
    under.fake.review("9001", item, status);
  const read = verb(under, platform.itemStatuses);
  const statuses = await allPages("Meta", (after) => read({ after, settings: {} }));
  const warned = {
    code: "PROPERTY_VALUE_UPPERCASE_WARNING",
    severity: "warning",
    attribute: null,
    message: "title is in capitals.",
    documentationUrl: null,
    countries: [],
  };
  expect(statuses).toEqual([
    { itemId: "a", status: "disapproved", issues: [] },
    { itemId: "b", status: "pending", issues: [] },
    { itemId: "c", status: "approved", issues: [warned] },
    { itemId: "d", status: "approved", issues: [] },
    { itemId: "e", status: "pending", issues: [] },
  ]);
  expectNoViolation(under);
});

test("disconnecting takes the permissions back, and a grant that has ended counts as revoked", async () => {
  await using under = await openMeta();
  const { grant } = under.session;
  if (grant === null) throw new Error("the platform is connected");
  const revoke = verb(under, connecting.revoke);
  await revoke(grant);
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  await revoke(grant);
  expect(under.fake.counts.get("user_permissions_delete")).toBe(2);
  under.fake.script.fail("user_permissions_delete", "error", 6);
  const fault = await faultOf(revoke(grant));
  expect(fault).toBeInstanceOf(PlatformFault);
  expect(fault).toMatchObject({ code: "unavailable" });
});

test("Meta's error types lead to findings that mean the same", () => {
  const findingOf = (code: string): string | null => platform.findingCodeOf({ code, attribute: null });
  expect(findingOf("EMPTY_TITLE")).toBe("missing_title");
  expect(findingOf("IMAGE_FETCH_FAILED_FORBIDDEN")).toBe("image_fetch_failed");
  expect(findingOf("NOT_ENOUGH_IMAGES")).toBe("not_enough_images");
  expect(findingOf("SHOPS_POLICY_VIOLATION")).toBeNull();
});

test("each finding that an error type of Meta's description leads to is one of the channel's", () => {
  const types = describedValues("meta", "catalog_products", "error_type");
  const findings = types.flatMap((code) => platform.findingCodeOf({ code, attribute: null }) ?? []);
  expect(findings.length).toBeGreaterThan(40);
  expect(findings.filter((finding) => !knownFindings(meta).has(finding))).toEqual([]);
});

test("the same cases can be run against the real Meta, once its variables are set", async () => {
  await expect(openRealMeta({})).rejects.toThrow("META_ACCESS_TOKEN isn't set");
  await using played = await openMeta();
  const { clientId, clientSecret, endpoints } = played.fake.settings;
  const env = {
    CHANNEL_ENDPOINTS: JSON.stringify({ meta: endpoints }),
    META_ACCESS_TOKEN: played.fake.systemUserToken(),
    META_CATALOG_ID: "9001",
    META_FEED_URL: "https://shop.example/gmcfeed.meta.csv",
    META_CLIENT_ID: clientId ?? "",
    META_CLIENT_SECRET: clientSecret ?? "",
  };
  for (const [, run] of conformanceCases(meta)) await run(() => openRealMeta(env));
  expectNoViolation(played);
});
