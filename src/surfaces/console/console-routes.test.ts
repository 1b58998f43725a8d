import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtConsole } from "./console-build.ts";
import { type ConsoleFiles, readConsole } from "./console-files.ts";
import { serveConsole } from "./console-routes.ts";

let files: ConsoleFiles;
let app: FastifyInstance;
let state: ConsoleFiles | string | undefined;
beforeAll(async () => {
  files = await readConsole(await builtConsole());
  app = fastify();
  serveConsole(app, () => state);
});
afterAll(() => app.close());

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ method: "GET", url, headers });

/** The same for an installation that is an app of Shopify. */
function embedded(simulatorUrl: string | null) {
  const server = fastify();
  const billing = { mode: "off", trialDays: 0, discounts: {} } as const;
  const settings = { clientId: "id-1", clientSecret: "hush", previousClientSecret: null, scopes: [], simulatorUrl, billing };
  serveConsole(server, () => state, settings);
  return { get: (url: string) => server.inject({ method: "GET", url }), [Symbol.asyncDispose]: () => server.close() };
}

describe("the built console", () => {
  test.each(["/console", "/console/", "/console/sign-in", "/console/shops/1/feeds/2/rules?x=1"])(
    "is one page at every address: %s",
    async (url) => {
      state = files;
      const answer = await get(url);
      expect([answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
        200,
        "text/html; charset=utf-8",
        "no-cache",
      ]);
      expect(answer.rawPayload).toEqual(files.page.bytes);
      expect(answer.headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
      expect((await get(url, { "if-none-match": String(answer.headers["etag"]) })).statusCode).toBe(304);
    },
  );

  test("loads nothing inline and nothing from elsewhere", () => {
    const html = files.page.bytes.toString("utf8");
    expect(html).not.toMatch(/<style|<script(?![^>]* src="\/console\/assets\/)|\son\w+=|https?:\/\//);
  });

  test("has assets that never change, compressed as the browser takes them", async () => {
    state = files;
    const name = /\/console\/assets\/([^"]+\.js)/.exec(files.page.bytes.toString("utf8"))?.[1] ?? "";
    const plain = await get(`/console/assets/${name}`);
    expect([plain.statusCode, plain.headers["cache-control"], plain.headers["content-encoding"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
      undefined,
    ]);
    for (const [accepted, coding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
    ] as const) {
      const answer = await get(`/console/assets/${name}`, { "accept-encoding": accepted });
      expect([answer.headers["content-encoding"], answer.rawPayload.length < plain.rawPayload.length]).toEqual([coding, true]);
    }
  });

  test("is shown in the frame of one shop's admin, with the admin's script", async () => {
    state = files;
    await using server = embedded(null);
    const answer = await server.get("/console/shops/1?embedded=1&shop=my-shop.myshopify.com&host=abc");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors https://my-shop.myshopify.com https://admin.shopify.com;");
    expect(policy).toContain("script-src 'self' https://cdn.shopify.com/shopifyapi/app-bridge.js;");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toContain(
      '<meta name="shopify-api-key" content="id-1"><script src="https://cdn.shopify.com/shopifyapi/app-bridge.js">',
    );
    await using simulated = embedded("http://127.0.0.1:9");
    const played = await simulated.get("/console?embedded=1&shop=my-shop.myshopify.com");
    expect(played.body).toContain('<script src="http://127.0.0.1:9/app-bridge.js">');
    expect(played.headers["content-security-policy"]).toContain("https://admin.shopify.com http://127.0.0.1:9;");
  });

  test.each([
    "/console",
    "/console?embedded=1",
    "/console?embedded=1&shop=evil.example",
    "/console?embedded=1&shop=my-shop.myshopify.com.evil.example",
    "/console?embedded=1&shop=my-shop.myshopify.com%20https://evil.example",
    "/console?embedded=1&shop=my-shop.myshopify.com%3B%20script-src%20*",
    "/console?embedded=1&shop=my-shop.myshopify.com&shop=other.myshopify.com",
    "/console?embedded=0&shop=my-shop.myshopify.com&x=embedded=1",
  ])("is shown in no frame at %s", async (url) => {
    state = files;
    await using server = embedded(null);
    const answer = await server.get(url);
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none';");
    expect(answer.body).not.toContain("app-bridge");
  });

  test.each(["/console/assets/gone-1.js", "/console/assets/..%2findex.html", "/console/assets/index.html"])(
    "has no other file: %s",
    async (url) => {
      state = files;
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

test.each([
  [undefined, "is being built", 1],
  ["It failed.", "It failed.", 0],
] as const)("without its files the page says so: %s", async (given, sentence, refreshes) => {
  state = given;
  const answer = await get("/console/shops/1");
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
  expect(answer.body).toContain(sentence);
  expect(answer.body.split("refresh").length - 1).toBe(refreshes);
});
