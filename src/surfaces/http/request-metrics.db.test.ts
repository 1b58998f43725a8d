import { afterAll, beforeAll, expect, test } from "vitest";
import { readExposition } from "../../../test/harness/exposition.ts";
import { createKey } from "../../features/keys/index.ts";
import { prometheusMetrics } from "../../platform/telemetry/prometheus-metrics.ts";
import { httpFront, type HttpFront, json } from "./http-front.suite.ts";

const metrics = prometheusMetrics();
let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ metrics, rateLimits: { merchant: 5, organization: 0, admin: 0, anonymous: 2 }, trustProxy: 1 });
});
afterAll(() => front[Symbol.asyncDispose]());

const exposed = async () => readExposition((await metrics.expose([])).text);
const answered = async (method: string, route: string, status: string): Promise<number> =>
  (await exposed()).value(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`) ?? 0;
const limited = async (key: string): Promise<number> => (await exposed()).value(`http_rate_limited_total{key="${key}"}`) ?? 0;
const newKey = async () =>
  (await createKey(front.db, { kind: "merchant", shopId: front.home.shop.shopId, name: "Counted", grants: ["full_access"] })).rawKey;

test("a request is counted once, by its method, the pattern of its route and the class of its status", async () => {
  const key = await newKey();
  const feed = `/v1/feeds/${front.home.feedId}/notes`;
  await front.send({ url: feed, key });
  await front.send({ url: `${feed}?shop_id=${front.home.shop.shopId}`, key });
  await front.send({ url: "/v1/feeds/999999/notes", key });
  await front.send({ method: "PATCH", url: feed, key, ...json({ name: "fail" }) });
  expect(await answered("GET", "/v1/feeds/:id/notes", "2xx")).toBe(2);
  expect(await answered("GET", "/v1/feeds/:id/notes", "4xx")).toBe(1);
  expect(await answered("PATCH", "/v1/feeds/:id/notes", "5xx")).toBe(1);
  const sum = (await exposed()).value('http_request_duration_seconds_sum{method="GET",route="/v1/feeds/:id/notes",status="2xx"}');
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(60);
});

test("nothing that a client makes up becomes a series", async () => {
  const made = ["/nowhere", "/v1/shops/3", "/v1/feeds/feed_17/none", "/%00", "/feeds/0123456789abcdef/gmcfeed.txt?token=hunter2"];
  for (const url of made) await front.send({ url, key: null, headers: { "x-forwarded-for": "192.0.2.77" } });
  await front.send({ method: "PROPFIND", url: "/nowhere", key: null });
  const { series } = await exposed();
  expect(series.filter((each) => /nowhere|shops|feed_17|0123456789|hunter2|192\.0\.2|PROPFIND|svc_live/.test(each))).toEqual([]);
  expect(await answered("GET", "none", "4xx")).toBeGreaterThanOrEqual(3);
  expect(await answered("other", "none", "4xx")).toBe(1);
});

test("a request past a limit is counted by whose limit it is, and as the 4xx it gets", async () => {
  const key = await newKey();
  const [before, refused] = [await limited("merchant"), await answered("GET", "/v1/notes", "4xx")];
  for (let request = 0; request < 7; request += 1) await front.send({ url: "/v1/notes", key });
  expect(await limited("merchant")).toBe(before + 2);
  expect(await answered("GET", "/v1/notes", "4xx")).toBe(refused + 2);
  const strangers = await limited("anonymous");
  for (let request = 0; request < 5; request += 1)
    await front.send({ url: "/v1/notes", key: null, headers: { "x-forwarded-for": "192.0.2.9" } });
  for (let request = 0; request < 2; request += 1)
    await front.send({ url: "/void", key: null, headers: { "x-forwarded-for": "192.0.2.9" } });
  expect(await limited("anonymous")).toBe(strangers + 5);
});
