import { afterEach, expect, test, vi } from "vitest";
import { runFeed } from "../feeds/run-feed.ts";
import { sendChange } from "./send-change.ts";
import { sendFile } from "./send-file.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Loses the first answers of changes, and remembers what each was sent under. */
function losing(lost: number): readonly (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (_: string, { method, headers }: RequestInit) => {
    if (method === "GET") return Promise.resolve(Response.json({ data: { status: "completed" } }));
    keys.push(new Headers(headers).get("idempotency-key"));
    return keys.length <= lost
      ? Promise.reject(new TypeError("network error"))
      : Promise.resolve(Response.json({ data: { id: "rule_1" } }));
  });
  return keys;
}

const KEY = expect.stringMatching(/^[0-9a-f]{32}$/);

test("a change whose answer was lost is sent again under its key, and the next one under another", async () => {
  const keys = losing(1);
  const add = () => sendChange("rules.create", { path: { feed_id: "feed_1" }, body: { rule: {} } });
  await expect(add()).rejects.toThrow("Feedwright can't be reached.");
  await add();
  await add();
  expect(keys).toEqual([KEY, keys[0], KEY]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a run after a change is repeated with that change alone: another change's run isn't the one whose answer was lost", async () => {
  const keys = losing(1);
  await expect(runFeed("feed_1", 7)).rejects.toThrow("Feedwright can't be reached.");
  await runFeed("feed_1", 8);
  await runFeed("feed_1", 7);
  expect(keys).toEqual([KEY, KEY, keys[0]]);
  expect(keys[1]).not.toBe(keys[0]);
});

test("a file whose answer was lost is sent again under its key, and the same one later under another", async () => {
  const keys = losing(1);
  const upload = () => sendFile("/v1/extracts/upload", "POST", new File(["Handle"], "products.csv", { lastModified: 1 }));
  await expect(upload()).rejects.toThrow("Feedwright can't be reached.");
  await upload();
  await upload();
  expect(keys).toEqual([KEY, keys[0], KEY]);
  expect(keys[2]).not.toBe(keys[0]);
});
