import { describe, expect, test } from "vitest";
import { amazon } from "../../src/channels/amazon/pack.ts";
import { isSupported, type PushBatch, type PushOutcome, type PushRow } from "../../src/channels/platform-port.ts";
import { PlatformFault } from "../../src/channels/platform-request.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import { faultOf } from "./fault-of.ts";
import { unknownFindings } from "./finding-codes.ts";
import { type AmazonUnderTest, openAmazon, openRealAmazon } from "./open-amazon.ts";
import { signIn } from "./sign-in.ts";

const { platform } = amazon;
const MARKET = "ATVPDKIKX0DER";

/** A row as the channel's file has it. */
function row(itemId: string, changes: Readonly<Record<string, string>> = {}): PushRow {
  const worded = (value: string): string => JSON.stringify([{ value, language_tag: "en_US", marketplace_id: MARKET }]);
  const price = [{ marketplace_id: MARKET, currency: "USD", our_price: [{ schedule: [{ value_with_tax: 29.9 }] }] }];
  const values = {
    ...{ sku: itemId, productType: "SHIRT", item_name: worded("Linen shirt"), brand: worded("Acme"), color: "" },
    ...{ product_description: worded("Soft."), condition_type: JSON.stringify([{ value: "new_new", marketplace_id: MARKET }]) },
    ...{ purchasable_offer: JSON.stringify(price), fulfillment_availability: stock(7) },
    main_product_image_locator: image("https://shop.example/1.jpg"),
    ...changes,
  };
  return { kind: "put", itemId, values };
}

const image = (url: string): string => JSON.stringify([{ media_location: url, marketplace_id: MARKET }]);
const stock = (quantity: number): string => JSON.stringify([{ fulfillment_channel_code: "DEFAULT", quantity }]);

const batchOf = (...rows: readonly PushRow[]): PushBatch => ({ rows, settings: {}, since: new Date() });

async function push(under: AmazonUnderTest, ...rows: readonly PushRow[]): Promise<PushOutcome> {
  return verb(under, platform.push)(batchOf(...rows));
}

/** Asks until it's done. */
async function pushed(under: AmazonUnderTest, outcome: PushOutcome): Promise<PushOutcome> {
  let last = outcome;
  for (let polls = 0; last.kind === "accepted" && polls < 10; polls += 1) last = await verb(under, platform.pushed)(last.handle);
  return last;
}

/** Asks as the service does: again and again while the platform fails. */
async function insist(ask: () => Promise<PushOutcome>): Promise<PushOutcome> {
  for (let attempt = 0; attempt < 60; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
    }
  throw new Error("nothing comes of it");
}

test.each(conformanceCases(amazon))("%s", async (_title, run) => {
  await expect(run(() => openAmazon())).resolves.toBeUndefined();
});

test("the real platform is opened by variables", async () => {
  await using under = await openAmazon();
  const { refreshToken, seller, endpoints } = under.fake;
  const CHANNEL_ENDPOINTS = JSON.stringify({ amazon: endpoints });
  const env = {
    CHANNEL_ENDPOINTS,
    AMAZON_CLIENT_ID: "client",
    AMAZON_CLIENT_SECRET: "secret",
    AMAZON_REFRESH_TOKEN: refreshToken,
    AMAZON_REGION: "na",
  };
  await using real = await openRealAmazon({ ...env, AMAZON_SELLER_ID: seller, AMAZON_MARKETPLACE_ID: "A2EUQ1WTGCTBG2" });
  expect(real.session.account?.parts["country"]).toBe("CA");
  await expect(openRealAmazon(env)).rejects.toThrow("AMAZON_SELLER_ID isn't set");
});

describe("connecting", () => {
  const request = { state: "st&1", redirectUri: "https://feeds.example/oauth/amazon/callback", codeChallenge: "c" };

  test.each([
    ["US", "na"],
    ["DE", "eu"],
    ["JP", "fe"],
  ])("sends a seller of %s to the consent page of their region", async (country, region) => {
    await using under = await openAmazon();
    const { authorize } = platform.connecting;
    const url = typeof authorize === "function" ? authorize(under.session.call.settings, { ...request, country }) : "";
    expect(url).toBe(
      `${under.fake.url}/${region}/apps/authorize/consent?application_id=amzn1.sp.solution.1&state=st%261&redirect_uri=https%3A%2F%2Ffeeds.example%2Foauth%2Famazon%2Fcallback`,
    );
  });

  test("needs the application's id, client id and secret", async () => {
    await using under = await openAmazon();
    const { authorize } = platform.connecting;
    const settings = { ...under.session.call.settings, applicationToken: null };
    expect(() => (typeof authorize === "function" ? authorize(settings, request) : "")).toThrow("AMAZON_APPLICATION_ID");
    const call = { ...under.session.call, settings: { ...settings, clientSecret: null } };
    if (!isSupported(platform.connecting.refresh)) throw new Error("Amazon's tokens are renewed");
    expect(await faultOf(platform.connecting.refresh(call, under.session.call.grant()))).toMatchObject({ code: "not_configured" });
  });

  test("goes from the consent page to a grant that calls are made with", async () => {
    await using under = await openAmazon();
    under.session.grant = await signIn(amazon, under.session);
    expect(under.session.grant.parts).toEqual({ selling_partner_id: under.fake.seller, region: "na" });
    expect((await verb(under, platform.accounts)()).length).toBeGreaterThan(0);
    expectNoViolation(under);
  });

  test("exchanges a code once, and keeps the seller and the region", async () => {
    await using under = await openAmazon({ region: "eu" });
    const query = { spapi_oauth_code: under.fake.code(), selling_partner_id: "A1", state: "s" };
    const answer = { query, redirectUri: request.redirectUri, codeVerifier: "v", country: "DE" };
    const exchange = verb(under, platform.connecting.exchange);
    expect(await exchange(answer)).toMatchObject({
      ...{ refreshToken: under.fake.refreshToken, refreshExpiresAt: null, parts: { selling_partner_id: "A1", region: "eu" } },
      ...{ accessToken: expect.stringMatching(/^Atza/), expiresAt: expect.stringMatching(/Z$/) },
    });
    expect(await faultOf(exchange(answer))).toMatchObject({ code: "reauth_required", platformCode: "invalid_grant" });
    expect(await faultOf(exchange({ ...answer, query: { spapi_oauth_code: "x" } }))).toMatchObject({ code: "refused" });
    expect(await faultOf(exchange({ ...answer, query: { error: "access_denied" } }))).toMatchObject({ code: "permission_missing" });
    expectNoViolation(under);
  });

  test("says which account can't be used and why", async () => {
    await using under = await openAmazon();
    const accounts = await verb(under, platform.accounts)();
    expect(accounts.map(({ id, name, problem }) => [id, name, problem?.split(" ").slice(0, 4).join(" ")])).toEqual([
      ["ATVPDKIKX0DER", "Ann & Sons (Amazon.com)", undefined],
      ["A2EUQ1WTGCTBG2", "Ann & Sons (Amazon.ca)", "Amazon has suspended listings"],
      ["A1AM78C64UM0Y8", "Ann & Sons (Amazon.com.mx)", "The account doesn't sell"],
    ]);
    expect(accounts[0]?.parts).toEqual({ country: "US", currency: "USD", language: "en_US" });
  });

  test("renews an expired token once, and the call goes on", async () => {
    await using under = await openAmazon();
    under.fake.expireTokens();
    expect(await verb(under, platform.accounts)()).toHaveLength(3);
    expect(under.session.renewals()).toBe(1);
  });

  test("asks to connect again when the seller has removed the application", async () => {
    await using under = await openAmazon();
    under.fake.revokeGrant();
    expect(await faultOf(verb(under, platform.accounts)())).toMatchObject({ code: "reauth_required", platformCode: "invalid_grant" });
  });

  test("tells a missing role from an expired token: a new one isn't taken either", async () => {
    await using under = await openAmazon();
    under.session.grant = { ...under.session.call.grant(), parts: { selling_partner_id: "A1", region: "fe" } };
    expect(await faultOf(verb(under, platform.accounts)())).toMatchObject({ code: "permission_missing", platformCode: "Unauthorized" });
    expect(under.session.renewals()).toBe(1);
  });

  test("has no call that revokes, and says where the seller does it", () => {
    expect(platform.connecting.revoke).toEqual({ instead: expect.stringContaining("Manage Your Apps") });
    expect(platform.createDatafeed).toEqual({ instead: expect.stringContaining("doesn't read files") });
  });
});

describe("sending rows", () => {
  test("makes one feed of all rows, and waits until Amazon is done", async () => {
    await using under = await openAmazon({ polls: 3 });
    const outcome = await push(under, row("S-1"), row("S-2", { color: JSON.stringify([{ value: "Navy" }]) }));
    expect(outcome).toMatchObject({ kind: "accepted", askAgainMs: 20_000 });
    expect(await pushed(under, outcome)).toEqual({ kind: "done", faults: [] });
    expect(under.fake.items().map(({ sku, marketplace, attributes }) => [sku, marketplace, attributes["color"]])).toEqual([
      ["S-1", MARKET, undefined],
      ["S-2", MARKET, [{ value: "Navy" }]],
    ]);
    expect(under.fake.counts.get("getFeed")).toBe(3);
    expectNoViolation(under);
  });

  test("sends to the marketplace of the settings where there is one", async () => {
    await using under = await openAmazon();
    const outcome = await verb(under, platform.push)({ ...batchOf(row("S-1")), settings: { marketplace_id: "A2EUQ1WTGCTBG2" } });
    await pushed(under, outcome);
    expect(under.fake.items().map(({ marketplace }) => marketplace)).toEqual(["A2EUQ1WTGCTBG2"]);
  });

  test("takes rows away that the file doesn't have any more", async () => {
    await using under = await openAmazon();
    await pushed(under, await push(under, row("S-1"), row("S-2")));
    await pushed(under, await push(under, { kind: "remove", itemId: "S-1" }, { kind: "remove", itemId: "never there" }));
    expect(under.fake.items().map(({ sku }) => sku)).toEqual(["S-2"]);
  });

  test.each([true, false])("gives each refused row's faults with its SKU, attribute and code (report as it is: %s)", async (isPlain) => {
    await using under = await openAmazon({ isPlain });
    const rows = [
      row("good"),
      row("S-1", { brand: "", main_product_image_locator: image("http://shop.example/1.jpg") }),
      row("S-2", { purchasable_offer: JSON.stringify([{ marketplace_id: MARKET, currency: "USD" }]) }),
      row("S-3", { item_name: JSON.stringify([{ value: "x".repeat(201) }]) }),
    ];
    const outcome = await pushed(under, await push(under, ...rows));
    if (outcome.kind !== "done") throw new Error("the feed is done");
    expect(outcome.faults.map(({ itemId, code, attribute }) => [itemId, code, attribute])).toEqual([
      ["S-1", "90220", "brand"],
      ["S-1", "4000001", "main_product_image_locator"],
      ["S-2", "99022", "purchasable_offer"],
      ["S-3", "4000001", "item_name"],
    ]);
    expect(outcome.faults.map((fault) => platform.findingCodeOf(fault))).toEqual([
      "missing_brand",
      null,
      "amz_attribute_too_few_values",
      null,
    ]);
    expect(under.fake.items().map(({ sku }) => sku)).toEqual(["good"]);
    const fixed = await pushed(under, await push(under, row("S-1")));
    expect(fixed).toEqual({ kind: "done", faults: [] });
  });

  test("gives the position of a row that Amazon names by its message alone", async () => {
    await using under = await openAmazon();
    const nothing: PushRow = { kind: "put", itemId: "S-2", values: { sku: "S-2" } };
    const outcome = await pushed(under, await push(under, row("S-1"), nothing));
    expect(outcome).toMatchObject({ kind: "done", faults: [{ itemId: "row 2", code: "4002008" }] });
  });

  test("says when Amazon takes nothing of a feed, and when a feed was stopped", async () => {
    await using under = await openAmazon();
    const seller = under.session.call.grant();
    under.session.grant = { ...seller, parts: { ...seller.parts, selling_partner_id: "A0" } };
    expect(await faultOf(pushed(under, await push(under, row("S-1"))))).toMatchObject({ code: "refused", platformCode: "4002006" });
    under.session.grant = seller;
    const outcome = await push(under, row("S-1"));
    under.fake.stopFeeds("CANCELLED");
    expect(await faultOf(pushed(under, outcome))).toMatchObject({ code: "refused", platformCode: "CANCELLED", isOutcomeUnknown: false });
    under.fake.stopFeeds("FATAL");
    expect(await faultOf(pushed(under, outcome))).toMatchObject({ code: "refused", platformCode: "FATAL", isOutcomeUnknown: true });
    expect(await faultOf(verb(under, platform.pushed)("none"))).toMatchObject({ code: "not_found" });
  });

  test("refuses a batch that Amazon wouldn't take, before anything is sent", async () => {
    await using under = await openAmazon();
    const large = row("S-1", { product_description: JSON.stringify([{ value: "x".repeat(11 * 1024 * 1024) }]) });
    expect(await faultOf(push(under, large))).toMatchObject({ code: "refused" });
    expect(under.fake.counts.get("createFeedDocument")).toBeUndefined();
    const { rowsMax, bytesMax } = platform.pushLimits;
    const most = Array.from({ length: rowsMax }, (_, at): PushRow => {
      const itemId = String(at).padStart(40, "0");
      return { kind: "put", itemId, values: { sku: itemId, productType: "SHIRT", item_name: `"${"x".repeat(bytesMax / rowsMax - 47)}"` } };
    });
    expect(await push(under, ...most)).toMatchObject({ kind: "accepted" });
    expect(await faultOf(push(under, ...most, row("S-1")))).toMatchObject({ code: "refused" });
  });
});

describe("faults on the way", () => {
  test.each(["cut_after", "error_after"] as const)("finds the feed whose answer was lost (%s) and makes no second one", async (kind) => {
    await using under = await openAmazon();
    under.fake.script.fail("createFeed", kind);
    const outcome = await push(under, row("S-1"));
    expect(await pushed(under, outcome)).toEqual({ kind: "done", faults: [] });
    expect(under.fake.feeds()).toHaveLength(1);
    expect(under.fake.counts.get("createFeed")).toBe(1);
    expectNoViolation(under);
  });

  test.each([1, 2, 3])("ends with each row once though a third of all requests fails (seed %i)", async (seed) => {
    await using under = await openAmazon({ seed, isUnhurried: true });
    under.fake.script.slowMs = 1;
    under.fake.script.chaos({ seed, share: 0.3 });
    const batch = { ...batchOf(row("a"), row("b"), { kind: "remove", itemId: "c" }), since: new Date(Date.now() - 10_000) };
    const sent = await insist(() => verb(under, platform.push)(batch));
    expect(await insist(() => pushed(under, sent))).toEqual({ kind: "done", faults: [] });
    expect(under.fake.items().map(({ sku }) => sku)).toEqual(["a", "b"]);
    expectNoViolation(under);
  });

  test.each(["cut", "error"] as const)("makes the feed again when it isn't there (%s)", async (kind) => {
    await using under = await openAmazon();
    under.fake.script.fail("createFeed", kind);
    expect(await pushed(under, await push(under, row("S-1")))).toEqual({ kind: "done", faults: [] });
    expect(under.fake.feeds()).toHaveLength(1);
  });

  test("leaves it open what became of a feed whose answer is lost twice, and a repeat finds it", async () => {
    await using under = await openAmazon();
    under.fake.script.fail("createFeed", "cut", 1);
    under.fake.script.fail("createFeed", "cut_after", 1);
    const since = new Date(Date.now() - 60_000);
    expect(await faultOf(push(under, row("S-1")))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
    const outcome = await verb(under, platform.push)({ ...batchOf(row("S-1")), since });
    expect(await pushed(under, outcome)).toEqual({ kind: "done", faults: [] });
    expect(under.fake.feeds()).toHaveLength(1);
  });

  test("takes no feed for ours when there are several, or when its report is about another number of rows", async () => {
    await using under = await openAmazon();
    const since = new Date(Date.now() - 60_000);
    under.fake.addFeed();
    const taken = await verb(under, platform.push)({ ...batchOf(row("S-1")), since });
    expect(under.fake.counts.get("createFeed")).toBeUndefined();
    expect(await faultOf(pushed(under, taken))).toMatchObject({ code: "refused", isOutcomeUnknown: true });
    const own = await verb(under, platform.push)({ ...batchOf(row("S-1")), since });
    expect(await pushed(under, own)).toEqual({ kind: "done", faults: [] });
    await verb(under, platform.push)({ ...batchOf(row("S-1")), since });
    expect(under.fake.counts.get("createFeed")).toBe(2);
  });

  test("makes a new feed when the one that was made has been stopped", async () => {
    await using under = await openAmazon();
    const since = new Date(Date.now() - 60_000);
    await push(under, row("S-1"));
    under.fake.stopFeeds("FATAL");
    expect(await pushed(under, await verb(under, platform.push)({ ...batchOf(row("S-1")), since }))).toMatchObject({ kind: "done" });
    expect(under.fake.feeds().map(({ status }) => status)).toEqual(["FATAL", "DONE"]);
  });

  test("waits as long as the rate says that Amazon gives, and puts off what takes longer", async () => {
    await using under = await openAmazon();
    under.fake.script.fail("getMarketplaceParticipations", "throttled", 2);
    expect(await verb(under, platform.accounts)()).toHaveLength(3);
    for (const sku of ["S-1", "S-2", "S-3", "S-4", "S-5"]) await push(under, row(sku));
    expect(await faultOf(push(under, row("S-6")))).toMatchObject({
      code: "throttled",
      platformCode: "QuotaExceeded",
      retryAfterMs: 120_482,
    });
    expect(under.fake.feeds()).toHaveLength(5);
  });

  test.each(["error", "cut", "cut_after", "unauthorized"] as const)("asks again where asking twice does no harm (%s)", async (kind) => {
    await using under = await openAmazon();
    for (const operation of ["createFeedDocument", "getFeed", "getFeedDocument", "searchListingsItems"])
      under.fake.script.fail(operation, kind);
    for (const operation of kind === "unauthorized" ? [] : ["token", "uploadDocument", "downloadDocument"])
      under.fake.script.fail(operation, kind);
    expect(await pushed(under, await push(under, row("S-1")))).toEqual({ kind: "done", faults: [] });
    const { items } = await verb(under, platform.itemStatuses)({ after: null, settings: {} });
    expect(items).toHaveLength(1);
    expect(under.fake.feeds()).toHaveLength(1);
  });

  test("puts off a document whose address has expired", async () => {
    await using under = await openAmazon();
    const outcome = await push(under, row("S-1"));
    under.fake.expireDocuments();
    expect(await faultOf(pushed(under, outcome))).toMatchObject({ code: "unavailable" });
    expect(await faultOf(push(under, row("S-1")))).toMatchObject({ code: "unavailable" });
    expect(under.fake.counts.get("createFeed")).toBe(1);
  });
});

describe("listings", () => {
  test("have a status and issues in Amazon's words", async () => {
    await using under = await openAmazon();
    const rows = [
      row("sold"),
      row("empty", { fulfillment_availability: stock(0) }),
      row("bare", { product_description: "" }),
      row("held", { main_product_image_locator: image("https://shop.example/watermark.jpg") }),
    ];
    await pushed(under, await push(under, ...rows));
    const { items, next } = await verb(under, platform.itemStatuses)({ after: null, settings: {} });
    expect(items.map(({ itemId, status, issues }) => [itemId, status, issues.map(({ code, severity }) => `${code} ${severity}`)])).toEqual([
      ["sold", "approved", []],
      ["empty", "limited", []],
      ["bare", "approved", ["18448 warning"]],
      ["held", "disapproved", ["18027 error"]],
    ]);
    expect(next).toBeNull();
    expect(items[2]?.issues.map((issue) => platform.findingCodeOf(issue))).toEqual(["amz_relevant_attributes_incomplete"]);
    expectNoViolation(under);
  });

  test("are read to the last one, though a search shows a thousand", async () => {
    await using under = await openAmazon({ polls: 1 });
    const skus = Array.from({ length: 1_230 }, (_, at) => `S-${at}`);
    await pushed(under, await push(under, ...skus.map((sku) => row(sku))));
    const seen = new Set<string>();
    let after: string | null = null;
    for (let pages = 0; pages < 100; pages += 1) {
      const page: { items: readonly { itemId: string }[]; next: string | null } = await verb(
        under,
        platform.itemStatuses,
      )({ after, settings: {} });
      for (const { itemId } of page.items) seen.add(itemId);
      after = page.next;
      if (after === null) break;
    }
    expect([after, seen.size]).toEqual([null, skus.length]);
    expectNoViolation(under);
  });

  test.each([
    [{ code: "90220", attribute: "item_name" }, "missing_title"],
    [{ code: "90220", attribute: "externally_assigned_product_identifier" }, "amz_missing_product_identifier"],
    [{ code: "90220", attribute: "batteries_required" }, "amz_required_attribute_missing"],
    [{ code: "13013", attribute: null }, null],
  ])("%o is the finding %s", (issue, finding) => {
    expect(platform.findingCodeOf(issue)).toBe(finding);
  });
});

test("issues are matched to findings that the channel has", () => {
  expect(unknownFindings(amazon, ["90220", "99022", "18448"])).toEqual([]);
});
