import { beforeEach, describe, expect, test } from "vitest";
import type { PublicFile } from "../../features/feeds/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { feedFileFinder } from "./find-feed-file.ts";

const FILE: PublicFile = {
  key: "runs/1/gmcfeed.txt",
  bytes: 1,
  sha256: "0",
  gzip: { key: "runs/1/gmcfeed.txt.gz", bytes: 1, sha256: "0" },
  publishedAt: new Date(0),
  contentType: "text/plain",
  owner: { shopId: storedId("shop", 1), feedId: storedId("feed", 1), channel: "" },
};
let nowMs: number;
let tokens: Map<string, string>;
let lookups: number;
let counted: number;
let find: ReturnType<typeof feedFileFinder>;
beforeEach(() => {
  nowMs = 0;
  lookups = 0;
  counted = 0;
  tokens = new Map([["known", "gmcfeed.txt"]]);
  find = feedFileFinder({
    findPublicFile: (token, name) => {
      lookups += 1;
      return Promise.resolve(tokens.get(token) === name ? FILE : undefined);
    },
    tokenExists: (token) => Promise.resolve(tokens.has(token)),
    clock: { now: () => new Date(nowMs) },
  });
});

const calm = { isPastLimit: false, count: () => Promise.resolve((counted += 1)) };
const flooding = { isPastLimit: true, count: () => Promise.reject(new RequestError("rate_limited")) };

describe("a token that nobody has", () => {
  test("counts as a stranger's request each time, and is looked up once in some seconds", async () => {
    for (let request = 0; request < 5; request += 1) expect(await find(calm, "made up", "gmcfeed.txt")).toBeUndefined();
    expect([counted, lookups]).toEqual([5, 1]);
    nowMs = 3_000;
    await find(calm, "made up", "gmcfeed.txt");
    expect([counted, lookups]).toEqual([6, 2]);
  });

  test("is refused at an address that is past its limit, and no file is looked up", async () => {
    for (const token of ["one", "two", "one"]) await expect(find(flooding, token, "gmcfeed.txt")).rejects.toThrow(RequestError);
    expect(lookups).toBe(0);
  });

  test("is found within seconds once a shop of another process has it", async () => {
    await find(calm, "coming", "gmcfeed.txt");
    tokens.set("coming", "gmcfeed.txt");
    nowMs = 3_000;
    expect(await find(calm, "coming", "gmcfeed.txt")).toBe(FILE);
  });
});

describe("a token that a shop has", () => {
  test("gets its file whatever others at the same address do, and counts nothing", async () => {
    expect(await find(flooding, "known", "gmcfeed.txt")).toBe(FILE);
    expect(counted).toBe(0);
  });

  test("finds a file as soon as there is one", async () => {
    expect(await find(calm, "known", "new.txt")).toBeUndefined();
    tokens.set("known", "new.txt");
    expect(await find(calm, "known", "new.txt")).toBe(FILE);
    expect(counted).toBe(0);
  });
});

test("requests of one address share the look-up that begins after they came, and other addresses have their own", async () => {
  const asked: string[] = [];
  const { promise: begun, resolve: go } = Promise.withResolvers<void>();
  const together = feedFileFinder({
    async findPublicFile(token, name) {
      asked.push(`${token}/${name}`);
      await begun;
      return FILE;
    },
    tokenExists: () => Promise.resolve(true),
    clock: { now: () => new Date(nowMs) },
  });
  const names = ["a.txt", "a.txt", "b.txt", "a.txt"];
  const found = names.map((name) => together(calm, "known", name));
  go();
  expect(await Promise.all(found)).toEqual(names.map(() => FILE));
  expect(asked).toEqual(["known/a.txt", "known/b.txt", "known/a.txt"]);
});

test("a database that cannot be asked about tokens keeps no file from being served", async () => {
  const away = feedFileFinder({
    findPublicFile: () => Promise.resolve(FILE),
    tokenExists: () => Promise.reject(new Error("connect ECONNREFUSED")),
    clock: { now: () => new Date(nowMs) },
  });
  expect(await away(flooding, "known", "gmcfeed.txt")).toBe(FILE);
});
