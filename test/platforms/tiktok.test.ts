import { describe, expect, test } from "vitest";
import type { Processing } from "../../src/channels/platform-port.ts";
import { tiktok } from "../../src/channels/tiktok/pack.ts";
import { registerInChaos } from "./chaos.suite.ts";
import { conformanceCases, expectNoViolation, verb } from "./conformance.suite.ts";
import { faultOf } from "./fault-of.ts";
import { unknownFindings } from "./finding-codes.ts";
import { openRealTiktok, openTiktok, type TiktokUnderTest } from "./open-tiktok.ts";
import { signIn } from "./sign-in.ts";

const { platform } = tiktok;
const HEADER = "sku_id,title,description,availability,condition,price,link,image_link,brand,age_group";
const csvOf = (...rows: readonly string[]): string => [HEADER, ...rows].map((line) => `${line}\n`).join("");

/** A row of the channel's file. */
function row(sku: string, changes: Readonly<Record<string, string>> = {}): string {
  const values = {
    ...{ sku_id: sku, title: `"Shirt, ""soft"""`, description: "Soft.", availability: "in stock", condition: "new", price: "29.90 USD" },
    ...{ link: "https://shop.example/1", image_link: "https://shop.example/1.jpg", brand: "Acme", age_group: "adult" },
    ...changes,
  };
  return Object.values(values).join(",");
}

async function register(under: TiktokUnderTest): Promise<string> {
  return (await verb(under, platform.createDatafeed)(under.wanted)).id;
}

async function fetchNow(under: TiktokUnderTest, id: string): Promise<Processing> {
  const run = await verb(under, platform.fetchNow)({ ...under.wanted, id });
  if (typeof run !== "object" || platform.processingOf === undefined) throw new Error("TikTok names its runs");
  const processingOf = verb(under, platform.processingOf);
  return settled(() => processingOf(run));
}

async function settled(ask: () => Promise<Processing>): Promise<Processing> {
  for (let polls = 0; polls < 10; polls += 1) {
    const processing = await ask();
    if (processing.state !== "processing") return processing;
  }
  throw new Error("the reading doesn't end");
}

test.each(conformanceCases(tiktok))("%s", async (_title, run) => {
  await expect(run(() => openTiktok())).resolves.toBeUndefined();
});

test("the real platform is opened by variables", async () => {
  await using under = await openTiktok();
  const CHANNEL_ENDPOINTS = JSON.stringify({ tiktok: under.fake.endpoints });
  const env = {
    CHANNEL_ENDPOINTS,
    TIKTOK_ACCESS_TOKEN: under.fake.token(),
    TIKTOK_FEED_URL: under.file.url,
    TIKTOK_CATALOG_ID: "7200000000000000001",
  };
  await using real = await openRealTiktok(env);
  expect(await verb(real, platform.listDatafeeds)()).toEqual([]);
  await expect(openRealTiktok({ ...env, TIKTOK_FEED_URL: "" })).rejects.toThrow("TIKTOK_FEED_URL isn't set");
});

describe("connecting", () => {
  const { authorize } = platform.connecting;
  const request = { state: "st&1", redirectUri: "https://feeds.example/oauth/tiktok/callback", codeChallenge: "c" };

  test("sends the shop's owner to TikTok's consent page", async () => {
    await using under = await openTiktok();
    const { settings } = under.session.call;
    expect(typeof authorize === "function" ? authorize(settings, request) : "").toBe(
      `${under.fake.url}/portal/auth?app_id=7&state=st%261&redirect_uri=https%3A%2F%2Ffeeds.example%2Foauth%2Ftiktok%2Fcallback`,
    );
    expect(() => (typeof authorize === "function" ? authorize({ ...settings, clientId: null }, request) : "")).toThrow("TIKTOK_CLIENT_ID");
  });

  test("goes from the consent page to a grant that calls are made with", async () => {
    await using under = await openTiktok();
    under.session.grant = await signIn(tiktok, under.session);
    expect(under.session.grant.scopes).toContain("971");
    expect((await verb(under, platform.accounts)()).length).toBeGreaterThan(0);
    expectNoViolation(under);
  });

  test("exchanges a code once for a token that has no end", async () => {
    await using under = await openTiktok();
    const answer = { query: { auth_code: under.fake.code() }, redirectUri: request.redirectUri, codeVerifier: "v" };
    const exchange = verb(under, platform.connecting.exchange);
    const grant = await exchange(answer);
    expect(grant).toMatchObject({ expiresAt: null, refreshToken: null, accessToken: expect.stringMatching(/./) });
    expect(grant.scopes).toEqual(expect.arrayContaining([...platform.connecting.scopes]));
    expect(await faultOf(exchange(answer))).toMatchObject({ code: "reauth_required", platformCode: "40110" });
    expect(await faultOf(exchange({ ...answer, query: { error: "access_denied" } }))).toMatchObject({ code: "permission_missing" });
    expectNoViolation(under);
  });

  test.each([
    [
      [150, 900, 910],
      ["911", "970", "971"],
    ],
    [[9], []],
  ])("tells which scopes of %j the shop has kept back", async (scopes, missing) => {
    await using under = await openTiktok({ scopes });
    const answer = { query: { auth_code: under.fake.code() }, redirectUri: request.redirectUri, codeVerifier: "v" };
    const granted = new Set((await verb(under, platform.connecting.exchange)(answer)).scopes);
    expect(platform.connecting.scopes.filter((scope) => !granted.has(scope))).toEqual(missing);
  });

  test("says that the operator's secret is wrong, and that a typed token isn't accepted", async () => {
    await using under = await openTiktok();
    const call = { ...under.session.call, settings: { ...under.session.call.settings, clientSecret: "other" } };
    const exchange = verb({ session: { ...under.session, call } }, platform.connecting.exchange);
    const answer = { query: { auth_code: under.fake.code() }, redirectUri: request.redirectUri, codeVerifier: "v" };
    expect(await faultOf(exchange(answer))).toMatchObject({ code: "not_configured", platformCode: "40101" });
    const accept = verb(under, platform.connecting.accept);
    expect(await faultOf(accept({ access_token: "wrong" }))).toMatchObject({ code: "reauth_required" });
  });

  test("has the catalogs of all Business Centers, each once, and says which can't be used", async () => {
    await using under = await openTiktok({ catalogs: 6 });
    const accounts = await verb(under, platform.accounts)();
    expect(accounts.map(({ id, name }) => `${id.slice(-1)} ${name}`)).toEqual([
      ...["0 Catalog 0 (Center 0)", "1 Catalog 1 (Center 1)", "2 Catalog 2 (Center 1)", "3 Catalog 3 (Center 1)"],
      ...["4 Catalog 4 (Center 1)", "5 Catalog 5 (Center 1)"],
    ]);
    expect(accounts[1]).toMatchObject({ parts: { bc_id: "7100000000000000002", country: "DE", currency: "EUR" }, problem: null });
    expect(accounts[2]?.problem).toContain("e-commerce");
    expectNoViolation(under);
  });

  test("asks to connect again once TikTok doesn't accept the token, since there is no new one to get", async () => {
    await using under = await openTiktok();
    under.fake.revokeGrant();
    expect(await faultOf(verb(under, platform.listDatafeeds)())).toMatchObject({ code: "reauth_required", platformCode: "40105" });
    expect(platform.connecting.refresh).toEqual({ instead: expect.stringContaining("connect TikTok again") });
    expect(under.session.renewals()).toBe(0);
  });

  test("revokes the access, and once more without harm", async () => {
    await using under = await openTiktok();
    const grant = under.session.call.grant();
    const revoke = verb(under, platform.connecting.revoke);
    await revoke(grant);
    await revoke(grant);
    expect(await faultOf(verb(under, platform.accounts)())).toMatchObject({ code: "reauth_required" });
    expectNoViolation(under);
  });
});

describe("a registration", () => {
  test("has the file read every day and replaced as a whole", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    expect(id).toMatch(/^[0-9]{19}$/);
    expect(under.fake.registrations()).toEqual([
      {
        ...{ feed_id: id, catalog: "7200000000000000000", feed_name: "Feedwright US-en" },
        schedule: {
          ...{ interval_type: "DAILY", interval_count: 1, timezone: "America/New_York", hour: 4, minute: 0 },
          source: { uri: under.file.url },
        },
      },
    ]);
  });

  test("is for one country and the catalog's currency", async () => {
    await using under = await openTiktok();
    const targets = [
      { country: "US", language: "en" },
      { country: "CA", language: "en" },
    ];
    expect(() => platform.targetOf(targets)).toThrow("one country");
    const create = verb(under, platform.createDatafeed);
    expect(await faultOf(create({ ...under.wanted, targets }))).toMatchObject({ code: "refused" });
    expect(await faultOf(create({ ...under.wanted, currency: "EUR" }))).toMatchObject({ code: "refused" });
    expect(under.fake.counts.get("catalog_feed_create")).toBeUndefined();
    await create({ ...under.wanted, currency: null });
    expect(under.fake.registrations()).toHaveLength(1);
  });

  test.each(["cut_after", "error_after", "cut", "error"] as const)("isn't made twice when the answer fails (%s)", async (kind) => {
    await using under = await openTiktok();
    under.fake.script.fail("catalog_feed_create", kind);
    expect(await faultOf(register(under))).toMatchObject({ code: "unavailable", isOutcomeUnknown: true });
    expect(under.fake.counts.get("catalog_feed_create")).toBe(1);
    const found = (await verb(under, platform.listDatafeeds)()).filter(({ url }) => url === under.wanted.url);
    expect(found).toHaveLength(kind.endsWith("after") ? 1 : 0);
  });

  test("is looked for when TikTok says that it has seen the request", async () => {
    await using under = await openTiktok({ refusesTwins: true });
    const id = await register(under);
    expect(await faultOf(register(under))).toMatchObject({ code: "already_exists", platformCode: "40050", isOutcomeUnknown: true });
    expect(await verb(under, platform.listDatafeeds)()).toMatchObject([{ id, url: under.wanted.url, target: "" }]);
  });

  test("is changed and deleted though an answer gets lost", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    under.fake.script.fail("catalog_feed_update", "cut_after");
    expect(await verb(under, platform.updateDatafeed)({ ...under.wanted, id, name: "New" })).toMatchObject({ id, name: "New" });
    under.fake.script.fail("catalog_feed_delete", "cut_after");
    await verb(under, platform.deleteDatafeed)(id);
    expect(under.fake.registrations()).toEqual([]);
    expectNoViolation(under);
  });

  test("that someone has deleted at TikTok is missed, and deleting it changes nothing", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    under.fake.deleteRemotely(id);
    expect(await faultOf(verb(under, platform.updateDatafeed)({ ...under.wanted, id }))).toMatchObject({ code: "not_found" });
    await verb(under, platform.deleteDatafeed)(id);
    expect(under.fake.registrations()).toEqual([]);
  });

  test("stays when TikTok refuses to delete it for another reason", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    under.fake.revokeGrant();
    expect(await faultOf(verb(under, platform.deleteDatafeed)(id))).toMatchObject({ code: "reauth_required" });
    expect(under.fake.registrations()).toHaveLength(1);
  });
});

describe("a reading", () => {
  test("says what is wrong row by row, and is clean once the file is right", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    under.file.text = csvOf(
      row("good"),
      row("A-2", { brand: "", price: "29.90" }),
      row("A-3", { image_link: "shop.example/1.jpg", availability: "in_stock" }),
      row("A-4", { age_group: "grown-up" }),
    );
    const processing = await fetchNow(under, id);
    expect(processing).toMatchObject({ state: "succeeded", itemsTotal: 4, itemsValid: 2, itemsInvalid: 2 });
    const found = processing.issues.map((issue) => [
      issue.code,
      issue.severity,
      issue.attribute,
      issue.samples.join(),
      issue.affectedCount,
    ]);
    expect(found).toEqual([
      ["Required field is missing", "error", "brand", "A-2", 1],
      ["Invalid value: price", "error", "price", "A-2", 1],
      ["Invalid value: availability", "error", "availability", "A-3", 1],
      ["Invalid value: image_link", "error", "image_link", "A-3", 1],
      ["Invalid value: age_group", "warning", "age_group", "A-4", 1],
    ]);
    expect(processing.issues.map((issue) => platform.findingCodeOf(issue))).toEqual([
      ...["missing_brand", "price_invalid_format", "availability_invalid", "invalid_url", "age_group_invalid"],
    ]);
    expect(under.fake.items().map((item) => item["sku_id"])).toEqual(["good", "A-4"]);
    under.file.text = csvOf(row("good"), row("A-2"));
    expect(await fetchNow(under, id)).toMatchObject({ state: "succeeded", itemsTotal: 2, itemsInvalid: 0, issues: [] });
    expect(under.fake.items().map((item) => [item["sku_id"], item["title"]])).toEqual([
      ["good", 'Shirt, "soft"'],
      ["A-2", 'Shirt, "soft"'],
    ]);
    expect(under.file.reads()).toBe(2);
    expectNoViolation(under);
  });

  test.each([
    ["isn't there", null],
    ["is empty", ""],
    ["is cut within a row", csvOf(row("good")).slice(0, -30)],
    ["is cut within quotes", `${csvOf(row("good"))}A-2,"Shirt`],
  ])("fails when the file %s, and what was there stays", async (_what, text) => {
    await using under = await openTiktok();
    const id = await register(under);
    under.file.text = csvOf(row("good"));
    await fetchNow(under, id);
    under.file.text = text;
    const failed = { state: "failed", itemsTotal: null, itemsValid: null, itemsInvalid: null };
    expect(await fetchNow(under, id)).toMatchObject(failed);
    expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({ ...failed, lastFetchedAt: expect.stringMatching(/Z$/) });
    expect(under.fake.items().map((item) => item["sku_id"])).toEqual(["good"]);
  });

  test("isn't asked for twice when the answer gets lost, and its result is in the feed's log", async () => {
    await using under = await openTiktok({ refusesTwins: true });
    const id = await register(under);
    under.file.text = csvOf(row("good"));
    under.fake.script.fail("catalog_product_file", "cut_after");
    expect(await verb(under, platform.fetchNow)({ ...under.wanted, id })).toBeUndefined();
    const latest = verb(under, platform.latestProcessing);
    expect(await settled(() => latest(id))).toMatchObject({ state: "succeeded", itemsTotal: 1 });
    expect(under.file.reads()).toBe(1);
  });

  test("can be asked for with CSV only, and for a feed that's there", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    const ask = verb(under, platform.fetchNow);
    expect(await faultOf(ask({ ...under.wanted, id, format: "rss" }))).toMatchObject({ code: "refused" });
    expect(await faultOf(ask({ ...under.wanted, id: "x" }))).toMatchObject({ code: "not_found" });
    expect(under.fake.counts.get("catalog_product_file")).toBeUndefined();
  });

  test("by the schedule reads RSS too, and what was wrong is known a day later, on several pages", async () => {
    let time = Date.parse("2026-11-23T04:00:00Z");
    await using under = await openTiktok({ now: () => new Date(time), fileName: "gmcfeed.tiktok.xml" });
    const id = await register(under);
    under.file.text = "<rss><channel><item><g:sku_id>A-1</g:sku_id><title>Shirt</title></item></channel></rss>";
    await under.fake.runSchedule(id);
    const latest = verb(under, platform.latestProcessing);
    const facts = { state: "succeeded", lastFetchedAt: "2026-11-23T04:00:00.000Z", itemsTotal: 1, itemsInvalid: 1 };
    expect(await latest(id)).toMatchObject({ ...facts, issues: [] });
    time += 2 * 86_400_000;
    const { issues } = await latest(id);
    expect(issues).toHaveLength(7);
    expect(issues[0]).toMatchObject({ code: "CRITICAL_description", severity: "error", attribute: "description", samples: ["A-1"] });
    expectNoViolation(under);
  });

  test("says that the permission for the diagnosis is missing, and gives the rest", async () => {
    await using under = await openTiktok({ scopes: [999] });
    const id = await register(under);
    under.file.text = csvOf(row("good"));
    await under.fake.runSchedule(id);
    expect(await verb(under, platform.latestProcessing)(id)).toMatchObject({
      ...{ state: "succeeded", itemsTotal: 1, issues: [{ code: "40125", severity: "info" }] },
    });
  });

  test("goes on after too many requests and TikTok's own faults, which come with HTTP 200", async () => {
    await using under = await openTiktok();
    const id = await register(under);
    under.file.text = csvOf(row("good"));
    for (const operation of ["catalog_product_file", "catalog_product_log", "catalog_product_get"]) {
      under.fake.script.fail(operation, "throttled");
      under.fake.script.fail(operation, "error");
    }
    expect(await fetchNow(under, id)).toMatchObject({ state: "succeeded" });
    expect(await verb(under, platform.itemStatuses)({ after: null, settings: {} })).toMatchObject({ items: [{ itemId: "good" }] });
    under.fake.script.fail("catalog_feed_create", "throttled", 2);
    await register(under);
    expect(under.fake.registrations()).toHaveLength(2);
  });

  test("is put off while the application asks too often, and goes on in the next second", async () => {
    let time = Date.parse("2026-11-23T04:00:00Z");
    await using under = await openTiktok({ now: () => new Date(time), perSecond: 15 });
    const list = verb(under, platform.listDatafeeds);
    const asked = Array.from({ length: 16 }, async () => list());
    expect(await faultOf(Promise.all(asked))).toMatchObject({ code: "throttled", platformCode: "40100" });
    await Promise.allSettled(asked);
    time += 1_000;
    expect(await list()).toEqual([]);
  });
});

test.each([1, 2, 3, 4])("a platform that fails all the time ends with one feed and each item once (seed %i)", async (seed) => {
  await using under = await openTiktok({ seed });
  under.file.text = csvOf(row("a"), row("b"), row("c"));
  await registerInChaos(under, { fake: under.fake, seed });
  const [feed, another] = under.fake.registrations();
  expect([feed?.schedule["source"], another]).toEqual([{ uri: under.wanted.url }, undefined]);
  await settled(() => verb(under, platform.latestProcessing)(feed?.feed_id ?? ""));
  expect(under.fake.items().map((item) => item["sku_id"])).toEqual(["a", "b", "c"]);
  expectNoViolation(under);
});

test("items have the state of their review, page by page", async () => {
  await using under = await openTiktok();
  const id = await register(under);
  under.file.text = csvOf(
    ...[row("fine"), row("sold", { availability: "out of stock" }), row("pushy", { title: "Free shipping" })],
    row("young", { title: "Brand new" }),
  );
  await fetchNow(under, id);
  const first = await verb(under, platform.itemStatuses)({ after: null, settings: {} });
  const second = await verb(under, platform.itemStatuses)({ after: first.next, settings: {} });
  expect([...first.items, ...second.items].map(({ itemId, status, issues }) => [itemId, status, issues.map(({ code }) => code)])).toEqual([
    ["fine", "approved", []],
    ["sold", "limited", []],
    ["pushy", "disapproved", ["Promotional text"]],
    ["young", "pending", []],
  ]);
  expect(second.next).toBeNull();
  expectNoViolation(under);
});

test.each([
  [40001, "permission_missing", false],
  [40007, "not_found", false],
  [40016, "throttled", false],
  [40104, "reauth_required", false],
  [40202, "unavailable", false],
  [40902, "unavailable", false],
  [40906, "refused", false],
  [50002, "unavailable", true],
  [60001, "unavailable", true],
])("TikTok's code %i is %s", (code, ours, isOutcomeUnknown) => {
  const verdict = platform.manners.judge({ status: 200, headers: new Headers(), json: { code, message: "x", request_id: "1" } });
  expect(verdict).toMatchObject({ fault: { code: ours, platformCode: String(code), isOutcomeUnknown } });
});

test.each([
  [{ code: "Required field is missing", attribute: "sku_id" }, "missing_id"],
  [{ code: "Required field is missing", attribute: "gtin" }, null],
  [{ code: "Invalid value: shipping", attribute: "shipping" }, null],
  [{ code: "CRITICAL_1", attribute: "price" }, null],
  [{ code: "Invalid value: price", attribute: null }, null],
])("%o is the finding %s", (issue, finding) => {
  expect(platform.findingCodeOf(issue)).toBe(finding);
});

test("issues are matched to findings that the channel has", () => {
  expect(unknownFindings(tiktok, ["Required field is missing", "Invalid value: x"])).toEqual([]);
});
