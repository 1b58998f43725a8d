import { expect, test } from "vitest";
import { pinterest } from "../../src/channels/pinterest/pack.ts";
import { registerInChaos } from "./chaos.suite.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import type { FaultKind } from "./fault-script.ts";
import { faultOf } from "./fault-of.ts";
import { describedValues, knownFindings } from "./known-findings.ts";
import { openPinterest, openRealPinterest, type PinterestUnderTest } from "./open-pinterest.ts";
import { REDIRECT_URI, signIn, visitConsent } from "./sign-in.ts";

const { platform } = pinterest;
const { connecting } = platform;

test.each(conformanceCases(pinterest))("Pinterest: %s", async (_title, run) => {
  await expect(run(openPinterest)).resolves.toBeUndefined();
});

const HEADER = ["id", "title", "description", "link", "image_link", "price", "availability", "condition"];
const row = (id: string, changes: Readonly<Record<string, string>> = {}): string => {
  const values: Readonly<Record<string, string>> = {
    id,
    title: "Linen Shirt",
    description: "Washed linen.",
    link: `https://shop.example/${id}`,
    image_link: `https://shop.example/${id}.jpg`,
    price: "59.00 USD",
    availability: "in stock",
    condition: "new",
    ...changes,
  };
  return HEADER.map((column) => values[column] ?? "").join("\t");
};
const tsv = (...rows: readonly string[]): string => `${[HEADER.join("\t"), ...rows].join("\n")}\n`;

async function register(under: PinterestUnderTest): Promise<string> {
  return (await verb(under, platform.createDatafeed)(under.wanted)).id;
}

async function fetched(under: PinterestUnderTest, id: string) {
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  return verb(under, platform.latestProcessing)(id);
}

test("the consent page is asked for a code and for the scopes of catalogs and of shared accounts", async () => {
  await using under = await openPinterest();
  const { authorize } = connecting;
  if (typeof authorize !== "function") throw new Error("Pinterest has a consent page");
  expect(authorize(under.fake.settings, { state: "s t", redirectUri: REDIRECT_URI, codeChallenge: "c" })).toBe(
    `${under.fake.url}/oauth/?client_id=1498765&redirect_uri=https%3A%2F%2Ffeeds.example.com%2Foauth%2Fcallback&response_type=code` +
      "&scope=catalogs%3Aread%2Ccatalogs%3Awrite%2Cuser_accounts%3Aread%2Cads%3Aread&state=s+t",
  );
});

test("a sign-in ends with a token of 30 days and a refresh token of 60, and its code counts once", async () => {
  await using under = await openPinterest();
  const answer = await visitConsent(pinterest, under.session);
  const exchange = verb(under, connecting.exchange);
  const grant = await exchange(answer);
  const daysUntil = (at: string | null): number => Math.round((Date.parse(at ?? "") - Date.now()) / 86_400_000);
  expect([daysUntil(grant.expiresAt), daysUntil(grant.refreshExpiresAt)]).toEqual([30, 60]);
  expect(grant.scopes).toEqual(["catalogs:read", "catalogs:write", "user_accounts:read", "ads:read"]);
  expect(await faultOf(exchange(answer))).toMatchObject({ code: "reauth_required", platformCode: "283" });
  expectNoViolation(under);
});

test("a sign-in that was declined, or by an application that isn't configured, connects nothing", async () => {
  await using under = await openPinterest();
  const { authorize } = connecting;
  if (typeof authorize !== "function") throw new Error("Pinterest has a consent page");
  const unconfigured = { ...under.fake.settings, clientSecret: null };
  expect(() => authorize(unconfigured, { state: "s", redirectUri: REDIRECT_URI, codeChallenge: "c" })).toThrow("PINTEREST_CLIENT_SECRET");
  under.fake.decline();
  expect(await faultOf(signIn(pinterest, under.session))).toMatchObject({ code: "permission_missing", platformCode: "access_denied" });
});

test("a wrong secret is refused in the sentence that names it", async () => {
  await using under = await openPinterest();
  const answer = await visitConsent(pinterest, under.session);
  const call = { ...under.session.call, settings: { ...under.fake.settings, clientSecret: "wrong" } };
  if (typeof connecting.exchange !== "function") throw new Error("Pinterest exchanges codes");
  const fault = await faultOf(connecting.exchange(call, answer));
  expect(fault).toMatchObject({ code: "reauth_required", message: expect.stringContaining("PINTEREST_CLIENT_SECRET") });
});

test("an expired token is refreshed once with both tokens replaced, and the call goes on", async () => {
  await using under = await openPinterest();
  const former = under.session.grant;
  under.fake.expireTokens();
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  expect(under.session.renewals()).toBe(1);
  expect(under.session.grant?.accessToken).not.toBe(former?.accessToken);
  expect(under.session.grant?.refreshToken).not.toBe(former?.refreshToken);
  if (former === null) throw new Error("the platform is connected");
  expect(await faultOf(verb(under, connecting.refresh)(former))).toMatchObject({ code: "reauth_required" });
  under.fake.expireTokens();
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  expectNoViolation(under);
});

test("a grant that was removed at Pinterest asks for connecting again", async () => {
  await using under = await openPinterest();
  under.fake.revokeGrant();
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expect(under.fake.counts.get("oauth/token")).toBe(2);
});

test("a refresh whose answer was lost isn't sent twice, because the token may have been replaced", async () => {
  await using under = await openPinterest();
  under.fake.expireTokens();
  under.fake.script.fail("oauth/token", "cut_after");
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
  expect(under.fake.counts.get("oauth/token")).toBe(2);
});

test.each([
  [null, 3],
  [2, 3],
])("throttled calls with Retry-After %s are sent again, a create too, because nothing was done", async (retryAfterS, sent) => {
  await using under = await openPinterest({ retryAfterS });
  under.fake.script.fail("feeds/create", "throttled", 2);
  await register(under);
  expect(under.fake.counts.get("feeds/create")).toBe(sent);
  expect(under.fake.registrations()).toHaveLength(1);
});

test("a Retry-After of an hour isn't waited for", async () => {
  await using under = await openPinterest({ callsMax: 1, retryAfterS: 3_600 });
  const list = verb(under, platform.listDatafeeds);
  await list();
  expect(await faultOf(list())).toMatchObject({ code: "throttled", platformCode: "8", retryAfterMs: 3_600_000 });
  expect(under.fake.counts.get("feeds/list")).toBe(2);
  under.fake.endThrottle();
  expect(await list()).toEqual([]);
});

test.each([
  ["error", 0],
  ["cut", 0],
  ["error_after", 1],
  ["cut_after", 1],
] as const)("a create that failed with %s isn't sent twice, and a list shows %i feeds", async (kind, count) => {
  await using under = await openPinterest();
  under.fake.script.fail("feeds/create", kind);
  expect(await faultOf(register(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
  expect(under.fake.counts.get("feeds/create")).toBe(1);
  const found = await verb(under, platform.listDatafeeds)();
  expect(found.map(({ url, target }) => [url, target])).toEqual(Array.from({ length: count }, () => [under.wanted.url, "US/en-US"]));
});

test("what may be sent twice is sent again when the platform fails or the connection breaks", async () => {
  await using under = await openPinterest();
  const id = await register(under);
  for (const kind of ["error", "cut", "error_after", "cut_after"] as const) {
    under.fake.script.fail("feeds/update", kind);
    under.fake.script.fail("feeds/list", kind);
    await verb(under, platform.updateDatafeed)({ ...under.wanted, id, name: kind });
    expect(await verb(under, platform.listDatafeeds)()).toMatchObject([{ name: kind }]);
  }
  under.fake.script.fail("feeds/delete", "cut_after");
  await verb(under, platform.deleteDatafeed)(id);
  expect(under.fake.registrations()).toEqual([]);
  expectNoViolation(under);
});

// A lost answer to a refresh ends the grant, so tokens don't expire here.
const KINDS: readonly FaultKind[] = ["throttled", "error", "error_after", "cut", "cut_after", "slow"];

test.each([1, 2, 3, 4])("a platform that fails all the time ends with one feed and each item once (seed %i)", async (seed) => {
  await using under = await openPinterest({ seed });
  under.file.text = tsv(row("a"), row("b"), row("c"));
  await registerInChaos(under, { fake: under.fake, seed, kinds: KINDS });
  expect(under.fake.registrations().map(({ url }) => url)).toEqual([under.wanted.url]);
  expect(under.fake.items().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expectNoViolation(under);
});

test("a name that is taken leads to the feed that was made before, and to a fault where that is another one", async () => {
  await using under = await openPinterest();
  const create = verb(under, platform.createDatafeed);
  const first = await create(under.wanted);
  expect(await create(under.wanted)).toEqual(first);
  const other = { ...under.wanted, url: "https://shop.example/other.tsv" };
  expect(await faultOf(create(other))).toMatchObject({ code: "already_exists", platformCode: "4170" });
  const german = { ...under.wanted, targets: [{ country: "DE", language: "de" }] };
  expect(await faultOf(create(german))).toMatchObject({ code: "already_exists" });
  await create({ ...german, name: "Feedwright DE-de" });
  expect(under.fake.registrations()).toHaveLength(2);
  const { id } = first;
  expect(await faultOf(verb(under, platform.updateDatafeed)({ ...under.wanted, id, name: "Feedwright DE-de" }))).toMatchObject({
    code: "already_exists",
  });
  expectNoViolation(under);
});

test("a feed is registered with its country, locale, currency and schedule, and an update leaves country and locale out", async () => {
  await using under = await openPinterest();
  const id = await register(under);
  const common = { catalog_type: "RETAIL", status: "ACTIVE", default_country: "US", default_locale: "en-US", location: under.wanted.url };
  expect(under.fake.registrations().map(({ values }) => values)).toEqual([
    {
      ...common,
      name: "Feedwright US-en",
      format: "TSV",
      default_currency: "USD",
      preferred_processing_schedule: { time: "04:00", timezone: "America/New_York" },
    },
  ]);
  await verb(under, platform.updateDatafeed)({ ...under.wanted, id, format: "rss", hour: 22, timeZone: "Asia/Calcutta", currency: null });
  expect(under.fake.registrations().map(({ values }) => values)).toMatchObject([
    // India is five and a half hours ahead.
    { ...common, format: "XML", preferred_processing_schedule: { time: "16:30", timezone: "Etc/UTC" } },
  ]);
  expectNoViolation(under);
});

test.each([
  ["US", "en", "US/en-US"],
  ["GB", "en", "GB/en-GB"],
  ["IE", "en", "IE/en-US"],
  ["DE", "de", "DE/de"],
  ["AT", "de-AT", "AT/de"],
  ["CA", "fr", "CA/fr-CA"],
  ["US", "en-GB", "US/en-GB"],
  ["CL", "es", "CL/es-419"],
  ["MX", "es", "MX/es-MX"],
  ["PT", "pt-BR", "PT/pt-BR"],
  ["DK", "da", "DK/da-DK"],
  ["NO", "no", "NO/nb-NO"],
])("a feed for %s in %s is for %s", (country, language, target) => {
  expect(platform.targetOf([{ country, language }])).toBe(target);
});

test("several targets, or a language that Pinterest has no locale for, are refused", () => {
  const targets = (...languages: readonly string[]) => languages.map((language) => ({ country: "CH", language }));
  expect(() => platform.targetOf(targets("de", "fr"))).toThrow("one country and language");
  expect(() => platform.targetOf(targets("is"))).toThrow("language is");
  expect(() => platform.targetOf([])).toThrow("one country and language");
  expect(platform.targetOf(targets("de", "de"))).toBe("CH/de");
});

test("lists are read to their last page", async () => {
  await using under = await openPinterest({ pageMax: 2 });
  for (const name of ["a", "b", "c", "d", "e"]) await verb(under, platform.createDatafeed)({ ...under.wanted, name });
  expect((await verb(under, platform.listDatafeeds)()).map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(under.fake.counts.get("feeds/list")).toBe(3);
});

test("accounts are the user's own and those that others shared, whose feeds are kept apart", async () => {
  await using under = await openPinterest({ isShared: true });
  const accounts = await verb(under, platform.accounts)();
  const shared = { id: "549755885175", name: "Skerry ads (skerry)", parts: { ad_account_id: "549755885175" }, problem: null };
  expect(accounts).toEqual([{ id: "8001", name: "Harbour & Hazel", parts: {}, problem: null }, shared]);
  await register(under);
  under.session.account = shared;
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  const id = await register(under);
  expect(under.fake.registrations().map(({ owner }) => owner)).toEqual(["harbourhazel", "skerry"]);
  await verb(under, platform.deleteDatafeed)(id);
  expect(under.fake.registrations().map(({ owner }) => owner)).toEqual(["harbourhazel"]);
  expectNoViolation(under);
});

test("without the scope of ad accounts the own account is there alone", async () => {
  await using under = await openPinterest({ isShared: true });
  if (under.session.grant !== null) under.session.grant = { ...under.session.grant, scopes: connecting.scopes };
  expect(await verb(under, platform.accounts)()).toHaveLength(1);
  expect(under.fake.counts.get("ad_accounts/list")).toBeUndefined();
});

test.each([
  [{ accountType: "PINNER" }, "business accounts", "permission_missing", "654"],
  [{ isVerified: false }, "verified website", "permission_missing", "4169"],
] as const)("an account that can't have feeds says why: %o", async (options, problem, code, platformCode) => {
  await using under = await openPinterest(options);
  expect(await verb(under, platform.accounts)()).toMatchObject([{ problem: expect.stringContaining(problem) }]);
  expect(await faultOf(register(under))).toMatchObject({ code, platformCode });
});

test("a merchant under review or disapproved is told so", async () => {
  await using under = await openPinterest();
  const id = await register(under);
  under.fake.review("under_review");
  expect(await faultOf(verb(under, platform.updateDatafeed)({ ...under.wanted, id }))).toMatchObject({
    code: "permission_missing",
    platformCode: "2626",
  });
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({
    message: expect.stringContaining("reviewing"),
  });
  under.fake.review("disapproved");
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({ platformCode: "2625" });
});

test("a feed whose products are promoted isn't deleted, and one that is gone counts as deleted", async () => {
  await using under = await openPinterest();
  const id = await register(under);
  under.fake.promote(id);
  const remove = verb(under, platform.deleteDatafeed);
  expect(await faultOf(remove(id))).toMatchObject({
    code: "refused",
    platformCode: "4162",
    message: expect.stringContaining("Ads Manager"),
  });
  under.fake.deleteRemotely(id);
  await remove(id);
  expect(await faultOf(verb(under, platform.latestProcessing)(id))).toMatchObject({ code: "not_found", platformCode: "4161" });
});

test("a fetched file shows its issues with samples until it is fixed", async () => {
  await using under = await openPinterest();
  under.file.text = tsv(
    row("a", { price: "" }),
    row("b", { link: "https://other.example/b" }),
    row("c", { price: "" }),
    row("", {}),
    row("e", { condition: "" }),
  );
  const id = await register(under);
  const processing = await fetched(under, id);
  expect(processing).toMatchObject({ state: "succeeded", itemsTotal: 5, itemsValid: 1, itemsInvalid: 4 });
  expect(
    processing.issues.map(({ code, severity, attribute, affectedCount, samples }) => [code, severity, attribute, affectedCount, samples]),
  ).toEqual([
    ["PRICE_MISSING", "error", "price", 2, ["a", "c"]],
    ["INVALID_DOMAIN", "error", "link", 1, ["b"]],
    ["ITEMID_MISSING", "error", "id", 1, ["row 4"]],
    ["OPTIONAL_CONDITION_MISSING", "warning", "condition", 1, ["e"]],
  ]);
  expect(processing.issues[0]?.message).toBe("Price missing.");
  expect(Math.abs(Date.parse(processing.lastFetchedAt ?? "") - Date.now())).toBeLessThan(60_000);
  under.file.text = tsv(...["a", "b", "c", "d", "e"].map((one) => row(one)));
  expect(await fetched(under, id)).toMatchObject({ state: "succeeded", itemsTotal: 5, itemsValid: 5, itemsInvalid: 0, issues: [] });
  expect(under.fake.items()).toHaveLength(5);
  expectNoViolation(under);
});

test("a file that didn't change is read without effect, which is about the file and has no samples", async () => {
  await using under = await openPinterest();
  under.file.text = tsv(row("a"));
  const id = await register(under);
  await fetched(under, id);
  expect((await fetched(under, id)).issues).toMatchObject([
    { code: "FETCH_SAME_SIGNATURE", severity: "warning", affectedCount: null, samples: [] },
  ]);
  expect(under.file.reads()).toBe(2);
  expect(under.fake.counts.get("items_issues/list")).toBeUndefined();
});

test("where Pinterest hasn't enabled fetching on request that isn't available, and its daily run counts", async () => {
  await using under = await openPinterest({ canIngest: false });
  under.file.text = tsv(row("a"));
  const id = await register(under);
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({
    code: "permission_missing",
    message: expect.stringContaining("not available"),
  });
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "never_fetched" });
  await under.fake.runDay();
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "succeeded", itemsValid: 1 });
});

test("a run that hasn't ended is processing, without issues", async () => {
  await using under = await openPinterest({ runPolls: 1 });
  under.file.text = tsv(row("a", { price: "" }), row("b"));
  const id = await register(under);
  expect(await fetched(under, id)).toMatchObject({ state: "processing", itemsTotal: null, issues: [] });
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "succeeded", issues: [{ code: "PRICE_MISSING" }] });
});

test.each([
  ["isn't there", null, "FETCH_ERROR"],
  ["is empty", "", "FEED_TOO_SMALL"],
  ["has a header alone", tsv(), "FEED_TOO_SMALL"],
  ["ends within a row", tsv(row("a"), row("b")).slice(0, -40), "PARSE_LINE_ERROR"],
  ["lacks a column", "id\ttitle\na\tLinen\n", "REQUIRED_COLUMNS_MISSING"],
])("a file that %s is a failed fetch, and the catalog keeps its items", async (_what, text, code) => {
  await using under = await openPinterest();
  under.file.text = tsv(row("a"));
  const id = await register(under);
  await fetched(under, id);
  under.file.text = text;
  expect(await fetched(under, id)).toMatchObject({ state: "failed", itemsTotal: null, issues: [{ code, severity: "error", samples: [] }] });
  expect(under.fake.items()).toHaveLength(1);
});

test("a file that would take nearly all products away is left alone, and says so", async () => {
  await using under = await openPinterest();
  under.file.text = tsv(...Array.from({ length: 200 }, (_one, at) => row(`p${at}`)));
  const id = await register(under);
  await fetched(under, id);
  under.file.text = tsv(row("p1"));
  expect(await fetched(under, id)).toMatchObject({
    state: "failed",
    issues: [{ code: "LARGE_PRODUCT_COUNT_DECREASE", severity: "error", affectedCount: null }],
  });
  expect(under.fake.items()).toHaveLength(200);
});

test("what Pinterest's API can't do says what to do instead", () => {
  for (const verbless of [
    platform.itemStatuses,
    platform.push,
    platform.pushed,
    connecting.revoke,
    connecting.credentials,
    connecting.accept,
  ])
    expect(verbless).toEqual({ instead: expect.stringMatching(/^[A-Z].{20,}\.$/) });
});

test.each([
  [401, 29, "permission_missing"],
  [404, 4184, "not_found"],
  [501, 4181, "refused"],
  [400, 1, "refused"],
  // Editions move codes to other statuses.
  [400, 4170, "already_exists"],
])("HTTP %i with Pinterest's code %i is %s", (status, code, ours) => {
  const verdict = platform.manners.judge({ status, headers: new Headers(), json: { code, message: "Sorry" } });
  expect(verdict).toMatchObject({ kind: "refused", fault: { code: ours, platformCode: String(code) } });
});

test("an answer without a code is judged by its status, and Retry-After says when to go on", () => {
  const judge = (status: number) => platform.manners.judge({ status, headers: new Headers({ "retry-after": "7" }), json: undefined });
  expect(judge(200)).toEqual({ kind: "granted" });
  expect(judge(401)).toEqual({ kind: "expired" });
  expect(judge(429)).toMatchObject({ kind: "again", afterMs: 7_000, fault: { code: "throttled", isOutcomeUnknown: false } });
  expect(judge(503)).toMatchObject({ kind: "again", afterMs: 7_000, fault: { code: "unavailable", isOutcomeUnknown: true } });
  expect(judge(501)).toMatchObject({ kind: "refused" });
});

test("Pinterest's codes lead to findings that mean the same", () => {
  const findingOf = (code: string): string | null => platform.findingCodeOf({ code, attribute: null });
  expect(findingOf("TITLE_MISSING")).toBe("missing_title");
  expect(findingOf("FEED_TOO_SMALL")).toBe("feed_empty");
  expect(findingOf("PINJOIN_CONTENT_UNSAFE")).toBe("pinjoin_content_unsafe");
  expect(findingOf("INTERNAL_SERVICE_ERROR")).toBeNull();
  expect(findingOf("AD_IMAGE_0_LINK_WARNING")).toBeNull();
});

test("each finding that a code of Pinterest's description leads to is one of the channel's", () => {
  const codes = describedValues("pinterest", "items_issues/list", "item_validation_issue");
  const findings = codes.flatMap((code) => platform.findingCodeOf({ code, attribute: null }) ?? []);
  expect(findings.length).toBeGreaterThan(40);
  expect(findings.filter((finding) => !knownFindings(pinterest).has(finding))).toEqual([]);
});

test("the same cases can be run against the real Pinterest, once its variables are set", async () => {
  await expect(openRealPinterest({})).rejects.toThrow("PINTEREST_ACCESS_TOKEN isn't set");
  await using played = await openPinterest();
  const env = {
    CHANNEL_ENDPOINTS: JSON.stringify({ pinterest: played.fake.settings.endpoints }),
    PINTEREST_ACCESS_TOKEN: played.session.grant?.accessToken,
    PINTEREST_FEED_URL: "https://shop.example/gmcfeed.pinterest.tsv",
  };
  for (const [, run] of conformanceCases(pinterest)) await run(() => openRealPinterest(env));
  expectNoViolation(played);
});
