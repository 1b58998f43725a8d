import { expect, test } from "vitest";
import { microsoft } from "../../src/channels/microsoft/pack.ts";
import { productOf } from "../../src/channels/microsoft/platform-product.ts";
import { isSupported, type PushBatch, type PushOutcome, type PushRow } from "../../src/channels/platform-port.ts";
import { PlatformFault } from "../../src/channels/platform-request.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import { faultOf } from "./fault-of.ts";
import { knownFindings } from "./known-findings.ts";
import { type MicrosoftUnderTest, openFakeMicrosoft, openRealMicrosoft } from "./open-microsoft.ts";
import { REDIRECT_URI, signIn, visitConsent } from "./sign-in.ts";

const { platform } = microsoft;

const put = (itemId: string, values: Readonly<Record<string, string>> = {}): PushRow => ({
  kind: "put",
  itemId,
  values: {
    ...{ id: itemId, title: `Mug ${itemId}`, description: "A mug.", link: `https://shop.example/${itemId}`, brand: "Skerry", mpn: itemId },
    ...{ image_link: "https://shop.example/a.jpg", price: "9.50 USD", availability: "in stock", condition: "new", ...values },
  },
});
const remove = (itemId: string): PushRow => ({ kind: "remove", itemId });

const SETTINGS = { target_country: "US", content_language: "en" };

function push(under: MicrosoftUnderTest, rows: readonly PushRow[], settings: PushBatch["settings"] = SETTINGS): Promise<PushOutcome> {
  return verb(under, platform.push)({ rows, settings, since: new Date() });
}

const ids = (under: MicrosoftUnderTest): readonly string[] => under.fake.items().map(({ id }) => id);

test.each(conformanceCases(microsoft))("Microsoft's client: %s", async (_title, run) => {
  await expect(run(openFakeMicrosoft)).resolves.toBeUndefined();
});

test("the consent page's address has what Microsoft asks for, with PKCE, and the code buys a lasting grant once", async () => {
  await using under = await openFakeMicrosoft({ isConnected: false });
  const consent = await visitConsent(microsoft, under.session, "state-7");
  const { code_challenge: challenge, ...parameters } = Object.fromEntries(consent.page.searchParams);
  expect(challenge).toMatch(/^[\w-]{43}$/);
  expect(parameters).toEqual({
    client_id: "microsoft-client",
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: "https://ads.microsoft.com/msads.manage offline_access",
    state: "state-7",
    code_challenge_method: "S256",
  });
  const exchange = verb(under, platform.connecting.exchange);
  expect(await exchange(consent)).toMatchObject({ refreshToken: expect.any(String), scopes: platform.connecting.scopes });
  expect(await faultOf(exchange(consent))).toMatchObject({ code: "reauth_required", platformCode: "invalid_grant" });
  expectNoViolation(under);
});

test("a declined sign-in and a declined scope connect nothing", async () => {
  await using under = await openFakeMicrosoft({ isConnected: false });
  under.fake.oauth.consent = "declined";
  const declined = faultOf(verb(under, platform.connecting.exchange)(await visitConsent(microsoft, under.session)));
  expect(await declined).toMatchObject({ code: "permission_missing", platformCode: "access_denied" });
  under.fake.oauth.consent = "without_scope";
  const grant = await signIn(microsoft, under.session);
  expect(platform.connecting.scopes.filter((scope) => !grant.scopes.includes(scope))).toEqual(platform.connecting.scopes);
});

test("an expired token is renewed once and replaced with its refresh token; a grant that was ended asks to connect again", async () => {
  await using under = await openFakeMicrosoft();
  const before = under.session.grant;
  under.fake.expireTokens();
  expect(await verb(under, platform.accounts)()).toHaveLength(1);
  expect(under.session.renewals()).toBe(1);
  expect(under.session.grant?.refreshToken).not.toBe(before?.refreshToken);
  under.fake.expireTokens();
  await push(under, [put("A")]);
  expect(under.session.renewals()).toBe(2);
  under.fake.revokeGrant();
  expect(await faultOf(push(under, [put("B")]))).toMatchObject({ code: "reauth_required" });
  expectNoViolation(under);
});

test("a missing or wrong developer token is the installation's fault, or ends after one renewal", async () => {
  await using under = await openFakeMicrosoft();
  const { call } = under.session;
  const settings = { ...call.settings, applicationToken: null };
  expect(() => platform.manners.sign(call.grant(), settings, { url: "" })).toThrow("Set MICROSOFT_DEVELOPER_TOKEN.");
  under.fake.script.fail("listCatalogs", "unauthorized", 5);
  const refused = await faultOf(verb(under, platform.listDatafeeds)());
  expect(refused.code).toBe("reauth_required");
  expect(refused.message).toContain("check MICROSOFT_DEVELOPER_TOKEN");
  expect(under.fake.counts.get("listCatalogs")).toBe(2);
});

test("stores of all customers are listed once, with what keeps them from serving", async () => {
  const usual = { isActive: true, isProductAdsEnabled: true, domain: "shop.example" };
  const shared = { ...usual, id: "1", name: "Shared" };
  const many = Array.from({ length: 150 }, (_unused, at) => `${1_000 + at}`);
  await using under = await openFakeMicrosoft({
    customers: [
      { id: "900", accountIds: many, stores: [shared, { ...usual, id: "2", name: "Asleep", isActive: false }] },
      { id: "800", accountIds: ["801"], stores: [shared, { ...usual, id: "3", name: "No ads", isProductAdsEnabled: false }] },
    ],
  });
  const accounts = await verb(under, platform.accounts)();
  expect(accounts.map(({ id, problem }) => [id, problem])).toEqual([
    ["1", null],
    ["2", expect.stringContaining("isn't active")],
    ["3", expect.stringContaining("Product ads are off")],
  ]);
  expect(accounts[2]?.parts).toEqual({ customerId: "800", customerAccountId: "801" });
  expect(under.fake.counts.get("SearchAccounts")).toBe(2);
  expect(under.fake.counts.get("GetBMCStoresByCustomerId")).toBe(2);
  expectNoViolation(under);
});

test("version 13's own codes count more than its HTTP 400", async () => {
  await using under = await openFakeMicrosoft();
  under.fake.controls.accountFaults.push("AuthenticationTokenExpired", "UserIsNotAuthorized");
  const refused = await faultOf(verb(under, platform.accounts)());
  expect(refused).toMatchObject({ code: "permission_missing", platformCode: "UserIsNotAuthorized" });
  expect(refused.message).toContain("needs access to the store");
  expect(under.session.renewals()).toBe(1);
  under.fake.controls.accountFaults.push("CallRateExceeded");
  const json = { Errors: [{ ErrorCode: "CallRateExceeded", Message: "Slow down." }] };
  expect(platform.manners.judge({ status: 400, headers: new Headers(), json })).toMatchObject({ kind: "again", afterMs: 60_000 });
  expect(await verb(under, platform.accounts)()).toHaveLength(1);
});

test("a row of the file becomes a product with the Content API's names and types", () => {
  const values = {
    ...{ id: "A1", title: "Mug", description: "A mug.", link: "https://s.example/m", image_link: "https://s.example/m.jpg" },
    ...{ additional_image_link: "https://s.example/1.jpg, https://s.example/2%2C3.jpg", price: "9.50 USD", sale_price: "7 USD" },
    ...{ sale_price_effective_date: "2026-11-27T00:00+0000/2026-11-30T23:59+0000", availability: "preorder", condition: "used" },
    ...{ brand: "Skerry", gtin: "4006381333931", mpn: "M1", identifier_exists: "false", product_category: "674", product_type: "Kitchen" },
    ...{ item_group_id: "mug", age_group: "adult", gender: "unisex", color: "Blue", size: "M", material: "Clay", pattern: "Dots" },
    ...{ size_type: "regular", size_system: "US", shipping: "US:CA:Ground:9.99 USD, GB:::0 GBP", shipping_label: "light" },
    ...{ shipping_weight: "0.3 kg", custom_label_0: "a", custom_label_4: "e", promotion_id: "P1,P2", expiration_date: "2026-12-20" },
    ...{ adult: "false", multipack: "4", is_bundle: "true", mobile_link: "https://m.example/m", ads_redirect: "https://r.example" },
    ...{ energy_efficiency_class: "A", unit_pricing_measure: "150ml", unit_pricing_base_measure: "100 ml", seller_name: "Ann" },
    ...{ installment: "3:4 USD", warehouse: "7", brand_2: "", availability_date: "2026-12-24" },
  };
  expect(productOf(values, { language: "en", country: "US" })).toEqual({
    ...{ offerId: "A1", channel: "Online", contentLanguage: "en", targetCountry: "US" },
    ...{ title: "Mug", description: "A mug.", link: "https://s.example/m", imageLink: "https://s.example/m.jpg" },
    additionalImageLinks: ["https://s.example/1.jpg", "https://s.example/2%2C3.jpg"],
    price: { currency: "USD", value: 9.5 },
    salePrice: { currency: "USD", value: 7 },
    salePriceEffectiveDate: "2026-11-27T00:00+0000/2026-11-30T23:59+0000",
    ...{ availability: "preorder", availabilityDate: "2026-12-24", condition: "used", brand: "Skerry", gtin: "4006381333931", mpn: "M1" },
    ...{ identifierExists: false, googleProductCategory: "674", productType: "Kitchen", itemGroupId: "mug", ageGroup: "adult" },
    ...{ gender: "unisex", color: "Blue", sizes: ["M"], material: "Clay", pattern: "Dots", sizeType: "regular", sizeSystem: "US" },
    shipping: [
      { country: "US", region: "CA", service: "Ground", price: { currency: "USD", value: 9.99 } },
      { country: "GB", price: { currency: "GBP", value: 0 } },
    ],
    ...{ shippingLabel: "light", shippingWeight: { value: "0.3", unit: "kg" }, customLabel0: "a", customLabel4: "e" },
    ...{ promotionId: "P1,P2", expirationDate: "2026-12-20", adult: false, multipack: 4, isBundle: true },
    ...{ mobileLink: "https://m.example/m", adwordsRedirect: "https://r.example", energyEfficiencyClass: "A", sellerName: "Ann" },
    unitPricingMeasure: { value: 150, unit: "ml" },
    unitPricingBaseMeasure: { value: 100, unit: "ml" },
  });
});

test("commas and colons in quotes belong to the shipping service or the image", () => {
  const shipping = 'US:CA:"Ground, fast":9.99 USD,"US:NY:Air, dry:1.00 USD", US::"Air ""2:1""":2.00 USD';
  const additional_image_link = '"https://s.example/a,b.jpg", https://s.example/c.jpg';
  const product = productOf({ shipping, additional_image_link }, { language: "en", country: "US" });
  const of = (value: number, service: string) => ({ country: "US", service, price: { currency: "USD", value } });
  expect(product["shipping"]).toEqual([
    { ...of(9.99, "Ground, fast"), region: "CA" },
    { ...of(1, "Air, dry"), region: "NY" },
    of(2, 'Air "2:1"'),
  ]);
  expect(product["additionalImageLinks"]).toEqual(["https://s.example/a,b.jpg", "https://s.example/c.jpg"]);
});

test("blank availability and condition are Microsoft's defaults, and what a field can't hold is left out", () => {
  const values = {
    ...{ id: "A1", availability: "", condition: "", price: "nine" },
    ...{ multipack: "4.5", adult: "maybe", shipping: "US" },
  };
  const product = productOf(values, { language: "de", country: "AT" });
  expect(product).toEqual({
    ...{ offerId: "A1", availability: "in stock", condition: "new", channel: "Online", contentLanguage: "de", targetCountry: "AT" },
  });
});

test("rows are put into a catalog of their market, made once, and removed from it", async () => {
  await using under = await openFakeMicrosoft();
  expect(await push(under, [put("A"), put("B")])).toEqual({ kind: "done", faults: [] });
  expect(await push(under, [put("C"), remove("A")])).toEqual({ kind: "done", faults: [] });
  expect(ids(under)).toEqual(["Online:en:US:B", "Online:en:US:C"]);
  const german = [put("A", { price: "8.00 EUR", shipping: "DE:::4.90 EUR" })];
  await push(under, german, { target_country: "DE", content_language: "de-DE" });
  expect(under.fake.registrations().slice(1)).toMatchObject([
    { name: "Feedwright en-US", market: "en-US" },
    { name: "Feedwright de-DE", market: "de-DE" },
  ]);
  expect(await verb(under, platform.listDatafeeds)()).toMatchObject([
    { target: "US/en" },
    { target: "US/en" },
    { target: "DE/de", url: null },
  ]);
  expect(platform.targetOf([{ country: "DE", language: "de-DE" }])).toBe("DE/de");
  expect(under.fake.counts.get("addCatalog")).toBe(2);
  expectNoViolation(under);
});

test("a push of the same rows changes nothing, and removing what isn't there is no fault", async () => {
  await using under = await openFakeMicrosoft();
  await push(under, [put("A"), put("B")]);
  const before = under.fake.items();
  await push(under, [put("A"), put("B")]);
  expect(under.fake.items()).toEqual(before);
  expect(await push(under, [remove("gone")])).toEqual({ kind: "done", faults: [] });
});

test("an id that changes its case stays one offer", async () => {
  await using under = await openFakeMicrosoft();
  await push(under, [put("a1")]);
  expect(await push(under, [put("A1"), remove("a1")])).toEqual({ kind: "done", faults: [] });
  expect(ids(under)).toEqual(["Online:en:US:A1"]);
});

test("each fault belongs to its row, whatever the order of the answers, and the other rows go in", async () => {
  await using under = await openFakeMicrosoft();
  const rows = [
    put("A"),
    put("B", { title: "x".repeat(151), image_link: "" }),
    put("C", { price: "20000000 USD" }),
    put("D", { price: "nine" }),
    put("E", { link: "https://elsewhere.example/e" }),
    put("F"),
  ];
  const outcome = await push(under, rows);
  expect(outcome).toMatchObject({ kind: "done" });
  const faults = outcome.kind === "done" ? outcome.faults : [];
  expect(new Set(faults.map(({ itemId, code, attribute }) => `${itemId} ${code} ${attribute}`))).toEqual(
    new Set([
      "B ImageLinkRequiredErr image_link",
      "B TitleTooLongErr title",
      "C PriceOutOfRangeErr price",
      "D price_invalid_format price",
      "E LinkDomainErr link",
    ]),
  );
  expect(faults).toHaveLength(5);
  expect(faults.every(({ message }) => message !== "")).toBe(true);
  expect(ids(under)).toEqual(["Online:en:US:A", "Online:en:US:F"]);
  expectNoViolation(under);
});

test("a batch keeps 300 entries and 4 MB, whatever the rows hold", async () => {
  await using under = await openFakeMicrosoft();
  const rows = Array.from({ length: 301 }, (_unused, at) => put(`R${at}`));
  expect(await push(under, rows)).toEqual({ kind: "done", faults: [] });
  expect(under.fake.counts.get("batchProducts")).toBe(2);
  const large = Array.from({ length: 300 }, (_unused, at) => put(`L${at}`, { description: "€".repeat(9_000) }));
  expect(await push(under, large)).toEqual({ kind: "done", faults: [] });
  expect(under.fake.counts.get("batchProducts")).toBe(5);
  expect(under.fake.items()).toHaveLength(601);
  expect(platform.pushLimits.rowsMax).toBe(300);
  expectNoViolation(under);
});

test.each(["cut", "cut_after", "error", "error_after"] as const)(
  "a batch that fails (%s) is sent again and doubles no row",
  async (kind) => {
    await using under = await openFakeMicrosoft();
    under.fake.script.fail("batchProducts", kind, 2);
    expect(await push(under, [put("A"), put("B"), remove("C")])).toEqual({ kind: "done", faults: [] });
    expect(under.fake.counts.get("batchProducts")).toBe(3);
    expect(ids(under)).toEqual(["Online:en:US:A", "Online:en:US:B"]);
  },
);

test.each(["cut_after", "error_after"] as const)("a catalog whose answer is lost (%s) is found by its name", async (kind) => {
  await using under = await openFakeMicrosoft();
  under.fake.script.fail("addCatalog", kind);
  expect(await push(under, [put("A")])).toEqual({ kind: "done", faults: [] });
  expect(under.fake.counts.get("addCatalog")).toBe(1);
  expect(under.fake.registrations().filter(({ name }) => name === "Feedwright en-US")).toHaveLength(1);
});

test("a catalog that was never made is made by the next push", async () => {
  await using under = await openFakeMicrosoft();
  under.fake.script.fail("addCatalog", "cut");
  expect(await faultOf(push(under, [put("A")]))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
  expect(under.fake.counts.get("addCatalog")).toBe(1);
  expect(await push(under, [put("A")])).toEqual({ kind: "done", faults: [] });
});

test("two processes that make the same catalog at once use one", async () => {
  await using under = await openFakeMicrosoft();
  await Promise.all([push(under, [put("A")]), push(under, [put("B")]), push(under, [put("C")])]);
  expect(under.fake.registrations()).toHaveLength(2);
  expect(ids(under).toSorted()).toEqual(["Online:en:US:A", "Online:en:US:B", "Online:en:US:C"]);
});

test.each([1, 2, 3, 4])("a platform that fails all the time ends with one catalog and each row once (seed %i)", async (seed) => {
  await using under = await openFakeMicrosoft({ seed });
  under.fake.script.slowMs = 1;
  under.fake.script.chaos({ seed, share: 0.3 });
  const rows = ["A", "B", "C"].map((id) => put(id));
  const outcomes: (PushOutcome | null)[] = [];
  for (let attempt = 0; attempt < 60 && outcomes.at(-1)?.kind !== "done"; attempt += 1)
    outcomes.push(await push(under, rows).catch((error: unknown) => (error instanceof PlatformFault ? null : Promise.reject(error))));
  expect(outcomes.at(-1)).toEqual({ kind: "done", faults: [] });
  expect(under.fake.registrations().map(({ name }) => name)).toEqual(["Linen and Oak", "Feedwright en-US"]);
  expect(ids(under)).toEqual(["Online:en:US:A", "Online:en:US:B", "Online:en:US:C"]);
  expectNoViolation(under);
});

test.each([2, null])("a throttled batch (Retry-After %s) is sent again; a wait that's too long is the caller's", async (retryAfterS) => {
  await using under = await openFakeMicrosoft();
  under.fake.controls.retryAfterS = retryAfterS;
  under.fake.script.fail("batchProducts", "throttled", 2);
  expect(await push(under, [put("A")])).toEqual({ kind: "done", faults: [] });
  under.fake.controls.retryAfterS = 3_600;
  under.fake.script.fail("batchProducts", "throttled");
  expect(await faultOf(push(under, [put("A")]))).toMatchObject({
    code: "throttled",
    retryAfterMs: 3_600_000,
    platformCode: "quotaExceeded",
  });
});

test("more calls a second than Microsoft allows are throttled", async () => {
  const now = new Date("2026-11-23T08:00:00Z");
  await using under = await openFakeMicrosoft({ clock: () => now });
  under.fake.controls.callsPerSecondMax = 1;
  await verb(under, platform.listDatafeeds)();
  expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "throttled" });
});

test("a catalog's status counts what is published and what is refused", async () => {
  await using under = await openFakeMicrosoft();
  const [first] = await verb(under, platform.listDatafeeds)();
  expect(await verb(under, platform.latestProcessing)(first?.id ?? "")).toMatchObject({
    state: "never_fetched",
    itemsTotal: null,
    issues: [],
  });
  await push(under, [put("A"), put("B", { title: "Replica watch" }), put("C", { price: "0.00 USD" })]);
  const id = (await verb(under, platform.listDatafeeds)()).find(({ name }) => name === "Feedwright en-US")?.id ?? "";
  const counts = { itemsTotal: 3, itemsValid: 1, itemsInvalid: 2 };
  expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ state: "succeeded", ...counts });
  expect(await faultOf(verb(under, platform.latestProcessing)("12345"))).toMatchObject({ code: "not_found" });
  expectNoViolation(under);
});

test("items with issues are read page by page, and only those of the market", async () => {
  await using under = await openFakeMicrosoft();
  await push(under, [put("A"), put("B:1", { brand: "" }), put("C", { title: "Replica watch" }), put("D", { mpn: "" })]);
  await push(under, [put("B:1", { brand: "", price: "9 GBP" })], { target_country: "GB", content_language: "en" });
  under.fake.controls.pageSizeMax = 2;
  const statuses = verb(under, platform.itemStatuses);
  const first = await statuses({ after: null, settings: SETTINGS });
  const second = await statuses({ after: first.next, settings: SETTINGS });
  expect([...first.items, ...second.items]).toEqual([
    {
      ...{ itemId: "b:1", status: "limited" },
      issues: [expect.objectContaining({ code: "GtinPlusBrandRequiredWarn", severity: "warning", attribute: null, countries: ["US"] })],
    },
    {
      ...{ itemId: "c", status: "disapproved" },
      issues: [expect.objectContaining({ code: "EV_39", severity: "error", attribute: "title", message: "Trademark content" })],
    },
    expect.objectContaining({ itemId: "d" }),
  ]);
  expect(second.next).toBeNull();
  expectNoViolation(under);
});

test.each([
  ["TitleTooLongErr", "title_too_long"],
  ["GtinPlusBrandRequiredWarn", "ms_gtin_plus_brand_required"],
])("Microsoft's %s is our finding %s; a code that no document shows is none", (code, ours) => {
  expect(platform.findingCodeOf({ code, attribute: null })).toBe(ours);
  expect(knownFindings(microsoft)).toContain(ours);
  expect(platform.findingCodeOf({ code: "EV_39", attribute: "title" })).toBeNull();
});

test("a store outside the beta of product statuses says what to do", async () => {
  await using under = await openFakeMicrosoft();
  under.fake.controls.isInBeta = false;
  const fault = await faultOf(verb(under, platform.itemStatuses)({ after: null, settings: {} }));
  expect(fault.code).toBe("permission_missing");
  expect(fault.message).toContain("in beta");
});

test("disconnecting deletes a catalog of ours with its products, and no other", async () => {
  await using under = await openFakeMicrosoft();
  await push(under, [put("A")]);
  const [theirs, ours] = await verb(under, platform.listDatafeeds)();
  const deleteDatafeed = verb(under, platform.deleteDatafeed);
  expect(await faultOf(deleteDatafeed(theirs?.id ?? ""))).toMatchObject({ code: "refused" });
  await deleteDatafeed(ours?.id ?? "");
  await deleteDatafeed(ours?.id ?? "");
  expect(under.fake.registrations()).toHaveLength(1);
  expect(under.fake.items()).toEqual([]);
  expectNoViolation(under);
});

test("a catalog that was deleted at Microsoft is made again by the next push", async () => {
  await using under = await openFakeMicrosoft();
  await push(under, [put("A")]);
  under.fake.deleteRemotely(under.fake.registrations()[1]?.id ?? "");
  await push(under, [put("A")]);
  expect(under.fake.registrations()).toHaveLength(2);
});

test("what Microsoft has no call for says what to do instead", async () => {
  const { createDatafeed, updateDatafeed, fetchNow, pushed, connecting } = platform;
  for (const one of [createDatafeed, updateDatafeed, fetchNow])
    expect(one).toMatchObject({ instead: expect.stringContaining("Create feed") });
  expect(isSupported(pushed)).toBe(false);
  expect(connecting.revoke).toMatchObject({ instead: expect.stringContaining("App access") });
  await using under = await openFakeMicrosoft();
  const fault = await faultOf(push(under, [put("A")], { target_country: null }));
  expect(fault.message).toContain("Set target_country and content_language");
  const two = ["US", "CA"].map((country) => ({ country, language: "en" }));
  expect(() => platform.targetOf(two)).toThrow("one country and language");
});

test("the real platform asks for its credentials by their names", async () => {
  await expect(openRealMicrosoft({ MICROSOFT_CLIENT_ID: "c", MICROSOFT_CLIENT_SECRET: "s" })).rejects.toThrow(
    "MICROSOFT_DEVELOPER_TOKEN isn't set",
  );
});

test("a store of another customer is a missing permission", async () => {
  await using under = await openFakeMicrosoft();
  under.session.account = { id: "42", name: "?", parts: { customerId: "1", customerAccountId: "2" }, problem: null };
  const fault = await faultOf(push(under, [put("A")]));
  expect(fault).toMatchObject({ code: "permission_missing", platformCode: "permissionDenied" });
  expect(fault.message).toContain("The user has no access to the store. The user who connected needs access");
});
