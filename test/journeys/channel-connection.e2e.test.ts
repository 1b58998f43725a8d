import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { type GoogleFake, startGoogleFake } from "../platforms/google/google-fake.ts";
import { startTiktokFake, type TiktokFake } from "../platforms/tiktok/tiktok-fake.ts";

/** A shop connects to Google, registers a feed and reads what Google found: by commands beside a running service, with the browser's part played. */

const EXPORT = [
  "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status",
  "blue-shoe,Blue shoe,A shoe,acme,TRUE,Title,Default Title,S-1,5,deny,10,active",
  "",
].join("\n");
const SHOP = "shoes.example";
const WITHIN_MS = 300_000;

let fake: GoogleFake;
let tiktok: TiktokFake;
let home: ClonedService;
let client: ApiClient;
/** Every code and state that went through the browser. */
const secrets: string[] = [];

beforeAll(async () => {
  fake = await startGoogleFake({ seed: 3, homepage: `https://${SHOP}` });
  tiktok = await startTiktokFake({ seed: 3, catalogs: 1, polls: 1 });
  home = await clonedService({
    CHANNEL_ENDPOINTS: JSON.stringify({ google: fake.settings.endpoints, tiktok: tiktok.endpoints }),
    TIKTOK_CLIENT_ID: "7",
    TIKTOK_CLIENT_SECRET: "secret",
    GOOGLE_CLIENT_ID: fake.settings.clientId ?? "",
    GOOGLE_CLIENT_SECRET: fake.settings.clientSecret ?? "",
    LOG_LEVEL: "debug",
  });
  await home.start();
  ({ client } = await csvShop(home, SHOP, EXPORT));
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
  await tiktok[Symbol.asyncDispose]();
});

const google = (command: string, ...args: readonly string[]): Promise<string> =>
  home.command("channel", command, SHOP, "google", ...args).output;
const refused = (asked: Promise<string>): Promise<string> =>
  asked.then(
    (said) => `it said ${said}`,
    (error: unknown) => String(error),
  );

const connections = () => home.database.db.selectFrom("channel_connections").select("status").execute();

/** What the browser does: the consent page sends it back to the service. */
async function visitConsent(page: string): Promise<URL> {
  const consent = await fetch(page, { redirect: "manual" });
  const back = new URL(consent.headers.get("location") ?? "");
  secrets.push(...["code", "state"].flatMap((name) => back.searchParams.get(name) ?? []));
  return back;
}

const follow = (url: URL): Promise<Response> => fetch(url, { redirect: "manual", headers: { accept: "text/html" } });

async function authorizeUrl(body: object = {}): Promise<string> {
  const { status, data } = await client.post("/channels/google/connect", body);
  expect(status).toBe(200);
  return String(data["authorize_url"]);
}

function expectSafe({ headers }: Response): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  });
  expect(headers.get("content-security-policy")).not.toContain("script-src");
}

/** Starts `channel connect`, waits for the page it names, and does there what a person does. */
async function connectBy(visit: (page: string) => Promise<unknown>): Promise<string> {
  const connecting = home.command("channel", "connect", SHOP, "google");
  const page = await vi.waitFor(() => {
    const found = /^http:\S+$/m.exec(connecting.said())?.[0];
    if (found === undefined) throw new Error("no page yet");
    return found;
  }, WITHIN_MS);
  await visit(page);
  return connecting.output;
}

test("someone who says no at Google ends the wait with why", async () => {
  fake.oauth.consent = "declined";
  const said = await refused(connectBy(async (page) => follow(await visitConsent(page))));
  fake.oauth.consent = "granted";
  expect(said).toMatch(
    /ended with 1: .*\nGoogle Merchant Center didn't connect \(access_denied\)\. Start again and allow what is asked for\.\n$/,
  );
  expect((await client.get("/channels/google")).data).toMatchObject({ status: "not_connected" });
  expect((await client.get("/audit?per_page=1")).list).toMatchObject([
    { action: "channel.connect_failed", after: { error: { reason: "permission_missing" } } },
  ]);
});

test("Ctrl-C ends the wait, and the sign-in can still be finished", async () => {
  const connecting = home.command("channel", "connect", SHOP, "google", "--json");
  await vi.waitFor(() => expect(connecting.said()).toContain("authorize_url"), WITHIN_MS);
  connecting.interrupt();
  expect(await refused(connecting.output)).toMatch(
    /Stopped waiting\. The sign-in at Google Merchant Center can still be finished until 20\S+Z\.\n$/,
  );
  expect((await client.get("/channels/google")).data).toMatchObject({ status: "pending" });
});

test("the page after a sign-in is safe to show, and its address works once", async () => {
  const back = await visitConsent(await authorizeUrl());
  expect(`${back.origin}${back.pathname}`).toBe(`${home.url}/oauth/google/callback`);
  // Whoever looks ahead at the link, or changes it, uses nothing up.
  for (const method of ["HEAD", "POST", "PUT", "DELETE"]) expect((await fetch(back, { method, redirect: "manual" })).status).toBe(405);
  const doubled = new URL(back);
  doubled.searchParams.append("state", "another");
  for (const wrong of [doubled, new URL(`${back.origin}${back.pathname}?state=${"x".repeat(8_000)}`)]) {
    const refusal = await follow(wrong);
    expect(refusal.status).toBe(400);
    expectSafe(refusal);
  }
  const page = await follow(back);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expectSafe(page);
  const text = await page.text();
  expect(text).toContain("Choose the account to use before feeds are sent.");
  expect(text).not.toContain("<script");

  const again = await follow(back);
  expect(again.status).toBe(400);
  expectSafe(again);
  expect(await again.text()).toContain("Start again: connect the channel once more.");

  const elsewhere = await follow(new URL(back.href.replace("/oauth/google/", "/oauth/nowhere/")));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([400, expect.stringContaining("There is no such channel.")]);
  expectSafe(elsewhere);
});

test("a sign-in that was begun by a page returns there, with what came of it", async () => {
  const begun = "https://agency.example/shops/7?tab=channels";
  const back = await visitConsent(await authorizeUrl({ return_url: begun }));
  const answer = await follow(back);
  expect(answer.status).toBe(303);
  expectSafe(answer);
  expect(answer.headers.get("location")).toBe(`${begun}&channel=google&status=choose_account`);
  const declined = new URL(back.href.replace(/code=[^&]*/, "error=access_denied"));
  declined.searchParams.set("state", new URL(await authorizeUrl({ return_url: begun })).searchParams.get("state") ?? "");
  const failed = new URL((await follow(declined)).headers.get("location") ?? "");
  expect(failed.origin).toBe("https://agency.example");
  expect(Object.fromEntries(failed.searchParams)).toEqual({
    tab: "channels",
    channel: "google",
    status: "failed",
    message: "Google Merchant Center didn't connect (access_denied). Start again and allow what is asked for.",
  });
  await home.command("channel", "disconnect", SHOP, "google", "--yes", "--json").output;
  await vi.waitFor(async () => expect(await connections()).toEqual([]), WITHIN_MS);
});

test("connect, choose an account, register a feed, read Google's issues, fix them and disconnect", async () => {
  expect(await refused(google("datafeeds", "--create", "feed_1"))).toMatch(
    /ended with 1: .*feedwright channel connect shoes\.example google/,
  );
  const connected = await connectBy(async (page) => expect((await follow(await visitConsent(page))).status).toBe(200));
  expect(connected).toContain(
    "Google Merchant Center is connected. Choose the account that feeds go to: feedwright channel accounts shoes.example google",
  );

  expect(await google("accounts")).toMatch(/^Id +Name +Chosen +Problem\n1001 +Linen and Oak\n1002 +Unclaimed {2,}\S.*\n/);
  expect(await refused(google("account", "7"))).toContain("Google Merchant Center lists no account 7 for the signed-in person.");
  expect(await google("account", "1001")).toBe("Google Merchant Center is connected. Feeds go to the account Linen and Oak (1001).\n");
  expect(await google("accounts")).toMatch(/^1001 +Linen and Oak +yes$/m);

  await home.command("channel", "assign", "google", "--feed", "feed_1").output;
  expect(await home.command("channel", "list", "--feed", "feed_1").output).toMatch(
    /^Channel +Connection +Format .*\ngoogle +connected +tsv +1 .*\/gmcfeed\.google\.txt\n$/,
  );

  const created = await google("datafeeds", "--create", "feed_1", "--hour", "5", "--time-zone", "Europe/Berlin", "--target", "US/en");
  const [remote, ...others] = fake.registrations();
  expect(others).toEqual([]);
  expect(created).toContain(`for US/en, fetched daily at 05:00 Europe/Berlin. It's registered as ${remote?.id}.`);
  const again = members(parseJson(await google("datafeeds", "--create", "feed_1", "--json")));
  expect(again).toMatchObject({ feed_id: "feed_1", datafeed_id: remote?.id, hour: 5, fetch_url: remote?.url });
  expect(fake.registrations()).toHaveLength(1);
  const id = String(again["id"]);
  expect(await google("datafeeds")).toMatch(new RegExp(`^Id .*\\n${id} +feed_1 .* US/en +05:00 Europe/Berlin +${remote?.id}\\n$`));

  expect(await google("issues")).toBe(
    `Datafeed ${id}, feed_1 for US/en: not fetched yet.\n\nfeed_1: the platform's items haven't been read yet.\n`,
  );
  expect(await google("datafeeds", "--fetch", id)).toBe(`Google Merchant Center is asked to fetch datafeed ${id} now.\n`);
  await vi.waitFor(() => expect(fake.registrations()).toMatchObject([{ fetches: 1 }]), WITHIN_MS);
  const issues = await vi.waitFor(
    async () => {
      const said = await google("issues", id);
      expect(said).toMatch(new RegExp(`^Datafeed ${id}, feed_1 for US/en: failed, fetched at 20\\S+Z, 1 items`));
      return said;
    },
    { timeout: WITHIN_MS, interval: 1_000 },
  );
  expect(issues).toMatch(/^Error +1 +validation\/missing_required .*Missing required attribute: image link/m);
  expect(await refused(google("datafeeds", "--fetch", id))).toMatch(
    /ended with 1: Google Merchant Center fetches a feed on request at most every/,
  );

  // Too soon for Google, which says so.
  expect(await google("sync", "feed_1")).toMatch(
    /^Google Merchant Center reads the file of feed_1: 1 row, 0 errors\.\n.*takes no further request yet.*\nWhat it finds: feedwright channel issues shoes\.example google\n$/,
  );
  expect(parseJson(await google("sync", "feed_1", "--no-wait", "--json"))).toMatchObject({ status: "pending", feed_id: "feed_1" });
  expect(await refused(google("sync", "feed_9"))).toMatch(/ended with 1: \S/);
  expect(await refused(google("sync", "shoes"))).toContain("There is no feed shoes. List the feeds of a shop");

  // A day later: Google is told by itself of the file that has the image.
  await home.database.db.updateTable("datafeeds").set({ fetch_asked_at: null }).execute();
  const rule = { type: "set_value", target: "image_link", value: "https://shoes.example/blue.jpg" };
  expect((await client.post("/feeds/feed_1/rules", { rule })).status).toBe(201);
  await home.command("run", "--feed", "feed_1").output;
  await vi.waitFor(() => expect(fake.registrations()).toMatchObject([{ fetches: 2 }]), WITHIN_MS);
  // Asked isn't read: Google fetches the file from then on.
  const isRead = async () =>
    expect(await google("issues")).toMatch(/: processed, fetched at .*, 1 items\.\nThe platform reports no issue\.\n/);
  await vi.waitFor(isRead, WITHIN_MS);
  expect(parseJson(await google("issues", "--json"))).toMatchObject({
    datafeeds: [{ datafeed: { id: Number(id) }, status: { state: "succeeded", issues: [] } }],
    feeds: [{ feed_id: "feed_1" }],
  });
  expect(fake.items()).toHaveLength(1);

  expect(await refused(google("disconnect"))).toMatch(
    /This would permanently remove the connection of shoes\.example to Google Merchant Center, account Linen and Oak, with 1 registered feed\. To do that, add --yes/,
  );
  expect(await google("disconnect", "--yes")).toMatch(/^Google Merchant Center is disconnected\. /);
  await vi.waitFor(async () => expect(await connections()).toEqual([]), WITHIN_MS);
  expect(fake.registrations()).toEqual([]);
  expect(await refused(google("disconnect", "--yes"))).toContain("Google Merchant Center isn't connected.");
  expect(fake.violations).toEqual([]);
});

test("credentials connect at once, and what a sync's reading refused is told at its end", async () => {
  const token = tiktok.token();
  secrets.push(token);
  const of = (command: string, ...args: readonly string[]) => home.command("channel", command, SHOP, "tiktok", ...args).output;
  expect(await refused(of("connect", "--credential", "access_token=unknown"))).toMatch(/ended with 1: .*TikTok/);
  expect(await of("connect", "--credential", `access_token=${token}`)).toMatch(
    /^TikTok is connected\. Feeds go to the account Catalog 0 \(Center 0\) \(\d+\)\.\n$/,
  );
  await home.command("channel", "assign", "tiktok", "--feed", "feed_1").output;
  expect(await of("datafeeds", "--create", "feed_1")).toContain("It's registered as ");
  const sync = members(parseJson(await of("sync", "feed_1", "--json")));
  expect(sync).toMatchObject({ status: "success", mode: "fetch" });
  expect(tiktok.registrations()).toHaveLength(1);
  expect(tiktok.violations).toEqual([]);
});

test("neither code nor state nor token is in the service's log", () => {
  const logged = home.logged();
  expect(logged).toContain("/oauth/:slug/callback");
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(logged).not.toContain(secret);
  // As Google's tokens are in the play.
  expect(logged).not.toMatch(/(?:access|refresh)-[0-9a-z]{6,}/);
});

test("what is wrong with a command is said in a sentence", async () => {
  expect(await refused(home.command("channel", "connect", SHOP, "ebay").output)).toMatch(
    /ended with 1: There is no channel ebay\. There are google, /,
  );
  expect(await refused(google("connect", "--credential", "access_token=x"))).toMatch(/ended with 1: \S.*\.\n$/);
  expect(await refused(google("connect", "--credential", "secret-without-name"))).not.toContain("secret-without-name");
  expect(await refused(google("accounts"))).toContain("At the command line: feedwright channel connect shoes.example google");
});
