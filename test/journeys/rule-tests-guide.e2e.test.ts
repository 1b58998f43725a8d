import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

/** What the guide to rule tests shows is what the sample shop answers. */

const GUIDE = readFileSync(new URL("../../docs/guide/rule-tests.md", import.meta.url), "utf8");
const FINISHED_WITHIN_MS = 120_000;

function shown(name: string): string {
  const found = new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\`$`, "m").exec(GUIDE)?.[1];
  if (found === undefined) throw new Error(`the guide shows no ${name}`);
  return found;
}
const shownJson = (name: string): Readonly<Record<string, unknown>> => members(parseJson(shown(`json ${name}`)));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

let home: ClonedService;
let client: ApiClient;
beforeAll(async () => {
  home = await clonedService({ SAMPLE_SHOP: "1" });
  await home.start();
  const quickstart = await vi.waitFor(() => readFile(join(home.dataDir, "quickstart.json"), "utf8"), IN_TIME);
  client = apiClient(home.url, String(members(parseJson(quickstart))["merchant_key"]));
  await eventually(
    () => client.get("/feeds"),
    (answer) => typeof answer.list[0]?.["last_run_at"] === "string",
    FINISHED_WITHIN_MS,
  );
});
afterAll(() => home[Symbol.asyncDispose]());

test("the counts of the sample shop", async () => {
  const { reasons, ...counts } = shownJson("scope");
  const { data } = await client.get("/feeds/1/scope");
  expect(data).toMatchObject(counts);
  expect(listOf(data["reasons"]).slice(0, 2)).toEqual(reasons);
});

test("the tests, what trying them out answers, and why the run is held", async () => {
  expect((await client.put("/feeds/1/tests", shownJson("tests"))).status).toBe(200);
  const { tests, ...counts } = shownJson("results");
  const tried = await client.post("/feeds/1/tests/run");
  expect(tried.data).toMatchObject(counts);
  expect(listOf(tried.data["tests"]).slice(0, 1)).toEqual(tests);
  await client.post("/feeds/1/regenerate");
  const { data: run } = await eventually(
    () => client.get("/feeds/1/runs/latest"),
    (answer) => answer.data["status"] !== "running",
    FINISHED_WITHIN_MS,
  );
  expect(run).toMatchObject({ publication: "held", held_reasons: [{ code: "test_failed", message: shown("text") }] });
});
