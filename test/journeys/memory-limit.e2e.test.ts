import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiAnswer, type ApiClient, eventually } from "../harness/api-client.ts";
import { serviceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { treePeak } from "../harness/tree-memory.ts";

/** The least a service starts with, rounded up; the built-in PostgreSQL is part of it. */
const LIMIT = { text: "2GB", bytes: 2e9 };
const PRODUCTS = 6_000;
const FINISHED_WITHIN_MS = 300_000;

/** Each value takes 20,000 letters while it is made, and vectors hold 2,048 of them. */
const HUNGRY = '=title_case(repeat_text([D]title & " " & [D]handle, 20000)) & upper(repeat_text([D]handle & [D]title, 20000))';

let home: ServiceHome;
let service: ServiceProcess;
let client: ApiClient;
let feed: string;

beforeAll(async () => {
  home = await serviceHome({ MEMORY_LIMIT: LIMIT.text });
  service = await home.start();
  const file = join(home.dataDir, "export.csv");
  const rows = Array.from(
    { length: PRODUCTS },
    (_, at) => `item-${at},Felt hat number ${at} for all seasons,Hazel,${at}.99,SKU-${at},"${"Warm. ".repeat(100)}"`,
  );
  await writeFile(file, ["Handle,Title,Vendor,Variant Price,Variant SKU,Body (HTML)", ...rows, ""].join("\n"));
  const installed = members(parseJson(await home.command("shop", "add", "--csv", file, "--domain", "hazel.example", "--json").output));
  client = apiClient(home.url, String(installed["merchant_key"]));
  const { list } = await eventually(
    () => client.get("/feeds"),
    (answer) => typeof answer.list[0]?.["last_run_at"] === "string",
    FINISHED_WITHIN_MS,
  );
  feed = `/feeds/${String(list[0]?.["id"])}`;
});
afterAll(() => home[Symbol.asyncDispose]());

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const preview = (): Promise<ApiAnswer> =>
  client.post(`${feed}/rules/preview`, { rule: { type: "set_value", target: "description", value: HUNGRY } });

/** Pages of the catalog, each sorted and searched another way. */
const list = (at: number): Promise<ApiAnswer> =>
  client.get(
    `/products?feed_id=${feed.slice("/feeds/".length)}&per_page=100&sort=title&order=${["asc", "desc"][at % 2]}&search=hat%20number%20${at}`,
  );

async function pages(): Promise<readonly ApiAnswer[]> {
  const answers: ApiAnswer[] = [];
  for (let at = 0; at < 8; at += 1) answers.push(await list(at));
  return answers;
}

/** Ten megabytes that are read, planned and refused. */
const large = (): Promise<ApiAnswer> =>
  client.put(`${feed}/config?dry_run=true`, {
    rules: Array.from({ length: 500 }, (_, at) => ({ text: `Set title to "${`${at} `.repeat(4_000)}"` })),
  });

async function regenerated(): Promise<Readonly<Record<string, unknown>>> {
  await client.post(`${feed}/regenerate`);
  const { data } = await eventually(
    () => client.get(`${feed}/runs/latest`),
    ({ data: { status } }) => status !== "running",
    FINISHED_WITHIN_MS,
  );
  return data;
}

async function run(): Promise<unknown> {
  await client.post(`${feed}/rules`, { rule: { type: "set_value", target: "description", value: HUNGRY } });
  return (await regenerated())["error_code"];
}

/** The hungry rule taken back, the feed previews and runs as before. */
async function answered(): Promise<readonly unknown[]> {
  const { list: rules } = await client.get(`${feed}/rules`);
  await client.delete(`${feed}/rules/${String(rules[0]?.["id"])}`);
  const { status } = await client.post(`${feed}/rules/preview`, {
    rule: { type: "set_value", target: "description", value: "=upper([D]title)" },
  });
  return [status, (await regenerated())["status"]];
}

test("previews, runs, lists and bodies that want far more stay within the budget together, say so, and the service goes on", async () => {
  const { value, peakBytes, samples } = await treePeak(service.pid, () =>
    Promise.all([run(), times(5, preview), times(2, pages), times(3, large)]),
  );
  const [ended, previews, lists, bodies] = value;
  expect(samples).toBeGreaterThan(10);
  expect(peakBytes).toBeLessThanOrEqual(LIMIT.bytes);
  expect(ended).toBe("out_of_memory");
  const codes = [...previews, ...bodies].map(({ code }) => code);
  expect(codes).toContain("out_of_memory");
  // Of what waits for its turn, a machine under load refuses some.
  for (const code of codes) expect(["out_of_memory", "rate_limited", "unavailable"]).toContain(code);
  // Reads keep their place; on a machine under load one may wait too long for it.
  for (const { status } of lists.flat()) expect([200, 503]).toContain(status);
  expect(lists.flat().map(({ status }) => status)).toContain(200);
  expect((await list(0)).status).toBe(200);
  expect(await answered()).toEqual([200, "completed"]);
});
