import { expect, test } from "vitest";
import { google } from "../../src/channels/google/pack.ts";
import { PLATFORM_ENDPOINTS } from "../../src/channels/platform-endpoints.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import { registerInChaos } from "./chaos.suite.ts";
import { faultOf } from "./fault-of.ts";
import { knownFindings } from "./known-findings.ts";
import { type GoogleUnderTest, openFakeGoogle, openRealGoogle } from "./open-google.ts";
import { REDIRECT_URI, signIn, visitConsent } from "./sign-in.ts";

const { platform } = google;
const HEADER = "id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tgtin\n";

const row = (id: string, values: Readonly<Record<string, string>> = {}): string => {
  const usual = {
    ...{ id, title: `Mug ${id}`, description: "A mug.", link: `https://shop.example/${id}`, image_link: "https://shop.example/a.jpg" },
    ...{ availability: "in_stock", price: "9.50 USD", gtin: "" },
  };
  return `${Object.values({ ...usual, ...values }).join("\t")}\n`;
};

const create = (under: GoogleUnderTest): Promise<{ readonly id: string }> => verb(under, platform.createDatafeed)(under.wanted);

test.each(conformanceCases(google))("Google's client: %s", async (_title, run) => {
  await expect(run(openFakeGoogle)).resolves.toBeUndefined();
});

test("the consent page's address has all that Google asks for, with PKCE, and the code buys a lasting grant once", async () => {
  await using under = await openFakeGoogle({ isConnected: false });
  const consent = await visitConsent(google, under.session, "state-7");
  const { code_challenge: challenge, ...parameters } = Object.fromEntries(consent.page.searchParams);
  expect(challenge).toMatch(/^[\w-]{43}$/);
  expect(parameters).toEqual({
    client_id: "google-client",
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "https://www.googleapis.com/auth/content",
    access_type: "offline",
    prompt: "consent",
    state: "state-7",
    code_challenge_method: "S256",
  });
  expect(consent.query["state"]).toBe("state-7");
  const grant = await verb(under, platform.connecting.exchange)(consent);
  expect(grant).toMatchObject({ refreshToken: expect.any(String), scopes: platform.connecting.scopes });
  expect(Date.parse(grant.expiresAt ?? "")).toBeGreaterThan(Date.now() + 3_000_000);
  const again = await faultOf(verb(under, platform.connecting.exchange)(consent));
  expect(again).toMatchObject({ code: "reauth_required", platformCode: "invalid_grant" });
  expect(under.fake.counts.get("oauth.token")).toBe(2);
  expectNoViolation(under);
});

test("the real consent page is Google's own", () => {
  const settings = { endpoints: PLATFORM_ENDPOINTS.google, clientId: "c", clientSecret: "s", applicationToken: null };
  const { authorize } = platform.connecting;
  const page = typeof authorize === "function" ? authorize(settings, { state: "s", redirectUri: REDIRECT_URI, codeChallenge: "x" }) : "";
  expect(page).toContain("https://accounts.google.com/o/oauth2/v2/auth?client_id=c&");
});

test("a code without its verifier, a declined sign-in and a declined scope connect nothing", async () => {
  await using under = await openFakeGoogle({ isConnected: false });
  const exchange = verb(under, platform.connecting.exchange);
  const consent = await visitConsent(google, under.session);
  expect(await faultOf(exchange({ ...consent, codeVerifier: "another" }))).toMatchObject({ code: "reauth_required" });
  under.fake.oauth.consent = "declined";
  expect(await faultOf(exchange(await visitConsent(google, under.session)))).toMatchObject({
    code: "permission_missing",
    platformCode: "access_denied",
    message: "Access was declined. Connect Google again and allow access.",
  });
  under.fake.oauth.consent = "without_scope";
  const grant = await signIn(google, under.session);
  expect(platform.connecting.scopes.filter((scope) => !grant.scopes.includes(scope))).toEqual(platform.connecting.scopes);
});

test("without an application, or with one that Google doesn't know, the fault names the variables", async () => {
  await using under = await openFakeGoogle({ isConnected: false });
  const consent = await visitConsent(google, under.session);
  const settings = { ...under.session.call.settings, clientSecret: "wrong" };
  const { exchange } = platform.connecting;
  if (typeof exchange !== "function") throw new Error(exchange.instead);
  const fault = await faultOf(exchange({ ...under.session.call, settings }, consent));
  expect(fault).toMatchObject({ code: "not_configured", platformCode: "invalid_client" });
  expect(fault.message).toContain("GOOGLE_CLIENT_ID");
  const none = { ...settings, clientId: null };
  expect(await faultOf(exchange({ ...under.session.call, settings: none }, consent))).toMatchObject({ code: "not_configured" });
});

test("an expired token is renewed once and the call goes on; a grant that was revoked asks to connect again", async () => {
  await using under = await openFakeGoogle();
  const before = under.session.grant;
  under.fake.expireTokens();
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  expect(under.session.renewals()).toBe(1);
  expect(under.session.grant).toMatchObject({ refreshToken: before?.refreshToken, scopes: before?.scopes });
  expect(under.session.grant?.accessToken).not.toBe(before?.accessToken);
  under.fake.revokeGrant();
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expectNoViolation(under);
});

test("a token that Google goes on to refuse ends after one renewal", async () => {
  await using under = await openFakeGoogle();
  under.fake.script.fail("accounts.dataSources.list", "unauthorized", 5);
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expect(under.session.renewals()).toBe(1);
  expect(under.fake.counts.get("accounts.dataSources.list")).toBe(2);
});

test("revoking ends the grant, and revoking it again changes nothing", async () => {
  await using under = await openFakeGoogle();
  const { grant } = under.session;
  if (grant === null) throw new Error("not signed in");
  await verb(under, platform.connecting.revoke)(grant);
  await verb(under, platform.connecting.revoke)(grant);
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required" });
  expectNoViolation(under);
});

test("accounts say what keeps them from serving: no claimed website, a critical issue, a test account", async () => {
  const usual = { homepage: "https://shop.example", isClaimed: true, isTest: false, criticalIssue: null };
  await using under = await openFakeGoogle({
    accounts: [
      { ...usual, id: "1", name: "Fine" },
      { ...usual, id: "2", name: "Unclaimed", isClaimed: false },
      { ...usual, id: "3", name: "No website", homepage: "" },
      { ...usual, id: "4", name: "Suspended", criticalIssue: "Misrepresentation" },
      { ...usual, id: "5", name: "Trial", isTest: true },
      { ...usual, id: "6", name: "Hidden", isHidden: true },
    ],
  });
  under.fake.controls.pageSizeMax = 2;
  const accounts = await verb(under, platform.accounts)();
  expect(accounts.map(({ id, name }) => [id, name])).toEqual([
    ["1", "Fine"],
    ["2", "Unclaimed"],
    ["3", "No website"],
    ["4", "Suspended"],
    ["5", "Trial"],
    ["6", "Hidden"],
  ]);
  expect(accounts.map(({ problem }) => problem)).toEqual([
    null,
    expect.stringContaining("https://shop.example isn't claimed"),
    expect.stringContaining("has no website"),
    expect.stringContaining("Misrepresentation"),
    expect.stringContaining("test account"),
    expect.stringContaining("Ask an admin"),
  ]);
  expect(under.fake.counts.get("accounts.list")).toBe(3);
  expectNoViolation(under);
});

test("a Cloud project that Google doesn't know is registered once with the account, and the call goes on", async () => {
  await using under = await openFakeGoogle({ isRegistered: false });
  const listed = await faultOf(verb(under, platform.accounts)());
  expect(listed).toMatchObject({ code: "permission_missing", platformCode: "GCP_NOT_REGISTERED" });
  expect(listed.message).toContain("registerGcp");
  await create(under);
  expect(under.fake.registrations()).toHaveLength(1);
  expect(under.fake.counts.get("accounts.developerRegistration.registerGcp")).toBe(1);
  expect(under.session.renewals()).toBe(0);
  expectNoViolation(under);
});

test("a registration that doesn't count yet is worth another try; an account that can't register says what to do", async () => {
  await using under = await openFakeGoogle({ isRegistered: false });
  under.fake.controls.isRegistrationQuick = false;
  expect(await faultOf(create(under))).toMatchObject({ code: "unavailable", retryAfterMs: 300_000, isOutcomeUnknown: false });
  under.session.account = { id: "1002", name: "Unclaimed", parts: {}, problem: null };
  const refused = await faultOf(create(under));
  expect(refused.code).toBe("permission_missing");
  expect(refused.message).toContain("Claim the account's website");
  expect(under.fake.registrations()).toEqual([]);
});

test("a data source has one language, the first country or the feed label as its label, and all countries", async () => {
  await using under = await openFakeGoogle();
  const targets = [
    { country: "BR", language: "pt-BR" },
    { country: "PT", language: "pt" },
  ];
  const created = await verb(under, platform.createDatafeed)({ ...under.wanted, targets });
  expect(created).toMatchObject({ target: "BR/pt", url: under.file.url });
  expect(platform.targetOf(targets)).toBe("BR/pt");
  expect(platform.targetOf([{ country: "US", language: "en", label: "WINTER" }])).toBe("WINTER/en");
  const two = [...targets, { country: "US", language: "en" }];
  expect(() => platform.targetOf(two)).toThrow("one language, not pt and en");
  expect(() => platform.targetOf([])).toThrow("at least one target");
  expectNoViolation(under);
});

test("an update changes name, schedule and countries, and keeps label and language", async () => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  const targets = [
    { country: "US", language: "en" },
    { country: "CA", language: "en" },
  ];
  const url = `${under.file.url}?v=2`;
  const updated = await verb(under, platform.updateDatafeed)({ ...under.wanted, id, targets, url, name: "Renamed", hour: 23 });
  expect(updated).toEqual({ id, name: "Renamed", url, target: "US/en" });
  expect(under.fake.registrations()).toMatchObject([{ id, url, target: "US/en", countries: ["US", "CA"] }]);
  expectNoViolation(under);
});

test("all pages of registrations are read", async () => {
  await using under = await openFakeGoogle();
  for (let at = 0; at < 5; at += 1) await create(under);
  under.fake.controls.pageSizeMax = 2;
  expect(await verb(under, platform.listDatafeeds)()).toHaveLength(5);
  expect(under.fake.counts.get("accounts.dataSources.list")).toBe(3);
});

test.each(["cut_after", "error_after"] as const)(
  "a create whose answer is lost (%s) isn't sent again, and a list finds it",
  async (kind) => {
    await using under = await openFakeGoogle();
    under.fake.script.fail("accounts.dataSources.create", kind);
    expect(await faultOf(create(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
    expect(under.fake.counts.get("accounts.dataSources.create")).toBe(1);
    expect(await verb(under, platform.listDatafeeds)()).toMatchObject([{ url: under.wanted.url, target: "US/en" }]);
  },
);

test("a create that was cut off before Google read it isn't sent again either, since nobody knows", async () => {
  await using under = await openFakeGoogle();
  under.fake.script.fail("accounts.dataSources.create", "cut");
  expect(await faultOf(create(under))).toMatchObject({ isOutcomeUnknown: true });
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
});

test("a create that comes too late isn't sent again", async () => {
  await using under = await openFakeGoogle({ timeoutMs: 1_000 });
  under.fake.script.slowMs = 3_000;
  under.fake.script.fail("accounts.dataSources.create", "slow");
  expect(await faultOf(create(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
  expect(under.fake.counts.get("accounts.dataSources.create")).toBe(1);
});

test.each([1, 2, 3, 4])("a platform that fails all the time ends with one data source and each item once (seed %i)", async (seed) => {
  await using under = await openFakeGoogle({ seed });
  under.file.text = HEADER + ["A", "B", "C"].map((one) => row(one)).join("");
  await registerInChaos(under, { fake: under.fake, seed });
  expect(under.fake.registrations().map(({ url }) => url)).toEqual([under.wanted.url]);
  expect(under.fake.items().map(({ offerId }) => offerId)).toEqual(["A", "B", "C"]);
  expectNoViolation(under);
});

test.each([1, null])("a create that Google throttles (Retry-After %s) is sent again, because nothing was done", async (retryAfterS) => {
  await using under = await openFakeGoogle();
  under.fake.controls.retryAfterS = retryAfterS;
  under.fake.script.fail("accounts.dataSources.create", "throttled", 2);
  await create(under);
  expect(under.fake.counts.get("accounts.dataSources.create")).toBe(3);
  expect(under.fake.registrations()).toHaveLength(1);
});

test("Google's RetryInfo says how long to wait, and a long wait is left to the caller", async () => {
  await using under = await openFakeGoogle();
  under.fake.controls.retryAfterS = 3_600;
  under.fake.script.fail("accounts.dataSources.list", "throttled", 9);
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "throttled", retryAfterMs: 3_600_000 });
  expect(under.fake.counts.get("accounts.dataSources.list")).toBe(1);
});

test("more calls a minute than the account's quota are throttled and answered once there's room", async () => {
  let now = Date.parse("2026-11-23T08:00:00Z");
  await using under = await openFakeGoogle({ clock: () => new Date(now) });
  under.fake.controls.callsPerMinuteMax = 2;
  const list = verb(under, platform.listDatafeeds);
  await list();
  await list();
  const third = faultOf(list());
  expect(await third).toMatchObject({ code: "throttled", platformCode: "RESOURCE_EXHAUSTED" });
  now += 61_000;
  expect(await list()).toEqual([]);
});

test.each(["error", "cut"] as const)("a list that fails (%s) is asked for again", async (kind) => {
  await using under = await openFakeGoogle();
  under.fake.script.fail("accounts.dataSources.list", kind, 2);
  expect(await verb(under, platform.listDatafeeds)()).toEqual([]);
  expect(under.fake.counts.get("accounts.dataSources.list")).toBe(3);
});

test("a fetch reads the file; its issues, and the items' own, are gone once the file is fixed", async () => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  const wanted = { ...under.wanted, id };
  const bad = row("B", { price: "nine" }) + row("C", { link: "https://elsewhere.example/c" }) + row("D", { title: "x".repeat(151) });
  under.file.text = HEADER + row("A") + bad + row("E", { image_link: "" }) + row("F", { image_link: "" });
  under.fake.controls.processingPolls = 2;
  await verb(under, platform.fetchNow)(wanted);
  const latest = verb(under, platform.latestProcessing);
  expect(await latest(id)).toMatchObject({ state: "processing", itemsTotal: null });
  expect(await latest(id)).toMatchObject({ state: "processing" });
  expect(await latest(id)).toMatchObject({
    state: "succeeded",
    itemsTotal: 6,
    lastFetchedAt: expect.stringMatching(/Z$/),
    issues: [
      { code: "validation/invalid_value", severity: "error", affectedCount: 1 },
      { code: "validation/missing_required", severity: "error", affectedCount: 2, message: expect.stringContaining("image link") },
    ],
  });
  const statuses = verb(under, platform.itemStatuses);
  const settings = { target_country: "US", content_language: "en" };
  expect(await statuses({ after: null, settings })).toEqual({
    items: [
      { itemId: "A", status: "approved", issues: [] },
      expect.objectContaining({
        itemId: "C",
        status: "disapproved",
        issues: [
          {
            ...{ code: "url_does_not_match_homepage", severity: "error", attribute: "link", countries: ["US"], documentationUrl: null },
            message: "The link isn't on the claimed website",
          },
        ],
      }),
      expect.objectContaining({
        itemId: "D",
        status: "approved",
        issues: [expect.objectContaining({ severity: "info", attribute: "title" })],
      }),
    ],
    next: null,
  });
  under.file.text = HEADER + ["A", "B", "C", "D", "E", "F"].map((one) => row(one)).join("");
  under.fake.controls.processingPolls = 0;
  await verb(under, platform.fetchNow)(wanted);
  expect(await latest(id)).toMatchObject({ state: "succeeded", itemsTotal: 6, issues: [] });
  const fixed = await statuses({ after: null, settings });
  expect(fixed.items.map(({ itemId, status, issues }) => [itemId, status, issues.length])).toEqual(
    ["A", "B", "C", "D", "E", "F"].map((one) => [one, "approved", 0]),
  );
  expect(under.file.reads()).toBe(2);
  expectNoViolation(under);
});

test("items are read page by page, and only those of the feed's label and language", async () => {
  await using under = await openFakeGoogle();
  const english = await create(under);
  const targets = [{ country: "DE", language: "de" }];
  const german = await verb(under, platform.createDatafeed)({ ...under.wanted, targets });
  under.file.text = HEADER + ["A", "B", "C"].map((one) => row(one)).join("");
  for (const { id } of [english, german]) await verb(under, platform.fetchNow)({ ...under.wanted, id });
  under.fake.controls.pageSizeMax = 2;
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const one = await verb(under, platform.itemStatuses)({ after, settings: { target_country: "DE", content_language: "de-DE" } });
    found.push(...one.items.map(({ itemId }) => itemId));
    after = one.next;
  }
  expect([found, after]).toEqual([["A", "B", "C"], null]);
  expect(under.fake.items()).toHaveLength(6);
  expectNoViolation(under);
});

test("items that Google is still looking at are pending, and demoted ones are limited", async () => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  under.file.text = `${HEADER.trim()}\tgoogle_product_category\n${row("A").trim()}\tApparel & Accessories\n`.replace(
    "9.50 USD",
    "9.50 USD\t",
  );
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  const statuses = verb(under, platform.itemStatuses);
  expect((await statuses({ after: null, settings: {} })).items).toMatchObject([
    { status: "limited", issues: [{ code: "missing_item_attribute_for_product_type", severity: "warning", attribute: "color" }] },
  ]);
  under.fake.controls.isReviewing = true;
  expect((await statuses({ after: null, settings: {} })).items).toMatchObject([{ status: "pending" }]);
});

test.each([
  ["can't be found", null, "fetch/http_error"],
  ["is empty", "", "file/empty"],
  ["ends in the middle", `${HEADER}A\tMug`, "?"],
])("a file that %s is a failed fetch, and the items stay", async (_what, text, code) => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  under.file.text = HEADER + row("A");
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  under.file.text = text;
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "failed", issues: [{ code, severity: "error" }] });
  expect(under.fake.items()).toMatchObject([{ offerId: "A" }]);
});

test("RSS is read like the tab-delimited form", async () => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  const g = Object.entries({ id: "A", title: "Mug", description: "A mug.", image_link: "https://shop.example/a.jpg", price: "9 USD" });
  const rest = "<g:link>https://shop.example/a</g:link><g:availability>in_stock</g:availability>";
  const item = `<item>${g.map(([name, value]) => `<g:${name}>${value}</g:${name}>`).join("")}${rest}</item>`;
  under.file.text = `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${item}</channel></rss>`;
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "succeeded", itemsTotal: 1, issues: [] });
});

test("a data source that is too young to be fetched is worth another try; one that was deleted at Google is missing", async () => {
  await using under = await openFakeGoogle();
  const { id } = await create(under);
  under.fake.controls.isFetchTooSoon = true;
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({ code: "unavailable" });
  under.fake.deleteRemotely(id);
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({ code: "not_found" });
  expect(await faultOf(verb(under, platform.latestProcessing)(id))).toMatchObject({ code: "not_found" });
  await verb(under, platform.deleteDatafeed)(id);
  expectNoViolation(under);
});

test("fetches beyond the day's quota are throttled", async () => {
  await using under = await openFakeGoogle();
  under.fake.controls.fetchesPerDayMax = 1;
  under.fake.controls.retryAfterS = 40_000;
  const { id } = await create(under);
  under.file.text = HEADER + row("A");
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  expect(await faultOf(verb(under, platform.fetchNow)({ ...under.wanted, id }))).toMatchObject({ code: "throttled" });
  expect(platform.fetchEveryMs).toBe(86_400_000);
});

test("an account that isn't the owner's is a missing permission, and a request that Google refuses says why", async () => {
  await using under = await openFakeGoogle();
  const refused = await faultOf(verb(under, platform.createDatafeed)({ ...under.wanted, timeZone: "Mars/Olympus" }));
  expect(refused).toMatchObject({ code: "refused", platformCode: "INVALID_ARGUMENT" });
  expect(refused.message).toContain("Mars/Olympus isn't a time zone.");
  under.session.account = { id: "9", name: "Someone else's", parts: {}, problem: null };
  const forbidden = await faultOf(verb(under, platform.listDatafeeds)());
  expect(forbidden).toMatchObject({ code: "permission_missing", platformCode: "PERMISSION_DENIED" });
  expect(forbidden.message).toContain("Ask an admin");
});

test.each([
  ["item_missing_required_attribute", "image_link", "missing_image_link"],
  ["item_missing_required_attribute", "price", "missing_price"],
  ["missing_item_attribute_for_product_type", "color", "missing_apparel_color"],
  ["missing_item_attribute_for_product_type", "age_group", "missing_apparel_age_group"],
  ["text_value_too_long", "title", "title_too_long"],
  ["text_value_too_long", "material", "text_attribute_too_long"],
  ["attribute_has_too_many_values", "additional_image_link", "too_many_additional_images"],
  ["invalid_url", "link", "invalid_url"],
  ["url_does_not_match_homepage", "link", "link_domain_mismatch"],
  ["google_category_unrecognized", "google_product_category", "unknown_google_product_category"],
  ["reserved_gtin", "gtin", "reserved_gtin"],
  ["item_duplicate_by_gtin", null, "duplicate_gtin"],
  ["identifier_exists_false_misuse", "identifier_exists", "identifier_exists_conflict"],
  ["image_too_small", "image_link", "image_too_small"],
  ["unit_pricing_base_measure_without_measure", null, "unit_pricing_incomplete"],
  ["encoding_problem", null, "invalid_characters"],
  ["missing_shipping", null, "missing_shipping"],
])("Google's %s (%s) is our finding %s", (code, attribute, ours) => {
  expect(knownFindings(google)).toContain(ours);
  expect(platform.findingCodeOf({ code, attribute })).toBe(ours);
});

test("the real platform asks for its credentials by their names", async () => {
  await expect(openRealGoogle({ GOOGLE_CLIENT_ID: "c", GOOGLE_CLIENT_SECRET: "s" })).rejects.toThrow(
    "GOOGLE_SMOKE_REFRESH_TOKEN isn't set",
  );
});

test("the real platform is where CHANNEL_ENDPOINTS says", async () => {
  await using under = await openFakeGoogle();
  const { endpoints, clientId, clientSecret } = under.fake.settings;
  await using real = await openRealGoogle({
    CHANNEL_ENDPOINTS: JSON.stringify({ google: endpoints }),
    GOOGLE_CLIENT_ID: clientId ?? "",
    GOOGLE_CLIENT_SECRET: clientSecret ?? "",
    GOOGLE_SMOKE_REFRESH_TOKEN: under.session.grant?.refreshToken ?? "",
    GOOGLE_SMOKE_ACCOUNT_ID: "1001",
    GOOGLE_SMOKE_FILE_URL: "https://shop.example/gmcfeed.google.txt",
  });
  expect((await verb(real, platform.accounts)()).map(({ id }) => id)).toContain("1001");
});

test.each([
  [401, { metadata: { REASON: "USER_RIGHT_MISSING" } }, "refused", "permission_missing"],
  [401, { reason: "ACCESS_TOKEN_EXPIRED" }, "expired", undefined],
  [403, { reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }, "refused", "permission_missing"],
  [403, { reason: "SERVICE_DISABLED" }, "refused", "not_configured"],
  [403, { reason: "RATE_LIMIT_EXCEEDED" }, "again", "throttled"],
  [409, {}, "refused", "already_exists"],
  [500, {}, "again", "unavailable"],
])("HTTP %i of Merchant API with %o is %s, %s", (status, detail, kind, code) => {
  const json = { error: { code: status, status: "SOME_STATUS", message: "Said so", details: [detail] } };
  expect(platform.manners.judge({ status, headers: new Headers(), json })).toMatchObject(
    code === undefined ? { kind } : { kind, fault: { code } },
  );
});

test("an issue of Google's own has no finding of ours", () => {
  expect(platform.findingCodeOf({ code: "landing_page_error", attribute: "link" })).toBeNull();
  expect(platform.findingCodeOf({ code: "text_value_too_long", attribute: "new_attribute" })).toBeNull();
});
