import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { downloadResult } from "./bulk-download.ts";
import { ORDINARY_PACE } from "./pace.ts";

let server: AnsweringServer;
let folder: string;
beforeAll(async () => {
  server = await answeringServer();
});
const egress = openEgress({ allowLoopback: false, log: silentLog });
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-download-"));
  return () => rm(folder, { recursive: true, force: true });
});

const pace = { ...ORDINARY_PACE, retryMs: 1, retryMaxMs: 4, silentAfterMs: 2_000 };
const line = (id: number, parent?: number): string => JSON.stringify({ id, title: 'says "__parentId\\":', ...(parent === undefined ? {} : { __parentId: String(parent) }) }); // prettier-ignore
const FILE = `${line(1)}\n${line(2, 1)}\n\n${line(3)}\n`;
const result = { operationId: "gid://shopify/BulkOperation/1", objectCount: 3, rootObjectCount: 2, fileBytes: FILE.length };

/** As long as line 3, and a child all the same. */
const adopted = JSON.stringify({ id: 3, title: "", __parentId: "1" }).replace('""', `"${"x".repeat(line(3).length - 36)}"`);

const whole = (response: ServerResponse): void => void response.writeHead(200).end(FILE);
const md5 = (text: string): string => createHash("md5").update(text).digest("base64");

function download(more: Partial<typeof result> = {}, plainHttp = true) {
  const work = { egress, pace, log: silentLog, signal: new AbortController().signal, plainHttp };
  return downloadResult(work, { ...result, url: `${server.url}/file?Signature=x`, ...more }, (at) => path.join(folder, `${at}.jsonl`));
}

describe("a bulk file", () => {
  test("is the one that was counted, and is fetched without the token", async () => {
    server.answer(whole);
    const brought = await download();
    expect(await readFile("path" in brought ? brought.path : "", "utf8")).toBe(FILE);
    expect(server.requests[0]?.headers["x-shopify-access-token"]).toBeUndefined();
  });

  test.each([
    ["cut off half-way", (response: ServerResponse) => void response.writeHead(200, { "content-length": FILE.length }).write(FILE.slice(0, 20), () => response.destroy())], // prettier-ignore
    ["too short, politely", (response: ServerResponse) => void response.writeHead(200).end(FILE.slice(0, 20))],
    ["falling silent", (response: ServerResponse) => void response.writeHead(200).write(FILE.slice(0, 20))],
    ["an error", (response: ServerResponse) => void response.writeHead(500).end()],
    [
      "of other bytes than its checksum",
      (response: ServerResponse) =>
        void response.writeHead(200, { "x-goog-hash": `crc32c=AAAA,md5=${md5(FILE)}` }).end(FILE.replace("says", "sais")),
    ],
    ["with a line too many", (response: ServerResponse) => void response.writeHead(200).end(FILE.replace("says ", "says\n"))],
    ["with a child too many", (response: ServerResponse) => void response.writeHead(200).end(FILE.replace(line(3), adopted))],
  ])("that comes %s is fetched again, to a fresh name", async (_name, bad) => {
    server.answer(bad, whole);
    expect(await download()).toEqual({ path: path.join(folder, "2.jsonl") });
    expect(await readdir(folder)).toEqual(["2.jsonl"]);
  });

  test("that never comes right says what is wrong with it", async () => {
    server.answer(whole);
    expect(await download({ objectCount: 4 })).toEqual({ failed: "it has 3 lines, but Shopify counted 4 objects" });
    expect(await download({ rootObjectCount: 3 })).toEqual({ failed: "it has 2 roots, but Shopify counted 3" });
    expect(await download({ fileBytes: 9 })).toEqual({ failed: `${FILE.length} of 9 bytes arrived` });
    expect(await readdir(folder)).toEqual([]);
  });

  test("whose link is refused is not asked for again", async () => {
    server.answer((response) => void response.writeHead(403).end());
    expect(await download()).toEqual({ failed: "its link was refused" });
    expect(server.requests).toHaveLength(1);
  });

  test("is fetched without encryption only where the shop is, too", async () => {
    server.answer(whole);
    expect(await download({}, false)).toEqual({ failed: "its link was refused" });
    expect(server.requests).toHaveLength(0);
  });
});
