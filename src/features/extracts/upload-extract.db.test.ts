import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { frontClient } from "../../../test/harness/front-client.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { csvStorefront } from "../../storefronts/csv/csv-storefront.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { countedObjects } from "../storage/index.ts";
import { recountShop } from "../storage/count-storage.ts";
import { findRoom } from "../storage/storage-queries.ts";
import type { Services } from "../operation.ts";
import { uploadExtract } from "./upload-extract.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const BYTES_MAX = 2_000_000;
const PRODUCTS = "Handle,Title,Variant Price\nlamp,Lampe für Ärzte,12.90\n";
const TRANSLATIONS =
  "Type,Identification,Field,Locale,Market,Status,Default content,Translated content\nPRODUCT,'1,title,de,,,Lamp,Lampe\n";

let database: TestDatabase;
let real: RealServices;
let services: Services;
let front: HttpFront;
let address = "";

beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
  const objects = countedObjects(real.services.objects, { db: database.db, quotaBytes: 0 });
  services = { ...real.services, objects, storefronts: { csv: csvStorefront(objects) } };
  front = await httpFront({ operations: [uploadExtract], uploadBytesMax: BYTES_MAX, database, services });
  address = await front.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await shopIs({ storefront: "csv", storefront_config: JSON.stringify(PRESENT), storage_quota_bytes: null });
  await database.db.updateTable("extracts").set({ status: "failed" }).execute();
  await database.db.updateTable("extracts").set({ storefront_config: null }).execute();
  await real.services.objects.remove("shops/");
});

const PRESENT = { object: "uploads/a/export.csv", file_name: "old.csv", market_currencies: [{ market: "DE", currency: "EUR" }] };

interface ShopFacts {
  readonly storefront?: "csv" | "shopify";
  readonly storefront_config?: string;
  readonly storage_quota_bytes?: number | null;
}

const shopIs = (facts: ShopFacts) => database.db.updateTable("shops").set(facts).where("id", "=", front.home.shop.shopId).execute();

async function upload(body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}, query = "") {
  const answer = await fetch(`${address}/v1/extracts/upload${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${front.key}`, "content-type": "text/csv", ...headers },
    body,
  });
  const { data, error } = members(parseJson(await answer.text()));
  return { status: answer.status, headers: answer.headers, data: members(data), error: members(error) };
}

async function keys(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key } of services.objects.list("shops/")) found.push(key);
  return found;
}

const scratchFolders = () => readdir(join(real.folder, "scratch"));

async function broughtConfig(id: unknown) {
  const number = Number(String(id).replace("ext_", ""));
  const row = await database.db.selectFrom("extracts").selectAll().where("id", "=", number).executeTakeFirstOrThrow();
  return members(row.storefront_config);
}

async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(async () => expect([await keys(), await scratchFolders()]).toEqual([[], []]), IN_TIME);
}

describe("an export that is uploaded", () => {
  test.each([
    ["in UTF-8", Buffer.from(PRODUCTS), {}],
    ["in Windows-1252", Buffer.from(PRODUCTS, "latin1"), { "content-type": "text/csv; charset=windows-1252" }],
    ["compressed", gzipSync(PRODUCTS), { "content-encoding": "gzip" }],
    ["as JSON", Buffer.from(JSON.stringify({ csv: PRODUCTS })), { "content-type": "application/json" }],
  ])("%s starts an extract that brings it, and the shop keeps what it has until then", async (_, bytes, headers) => {
    const answer = await upload(new Uint8Array(bytes), headers);
    expect(answer).toMatchObject({ status: 202, data: { object: "extract", type: "full", status: "pending" } });
    const config = await broughtConfig(answer.data["id"]);
    expect(config).toMatchObject({
      ...PRESENT,
      object: expect.stringMatching(`^shops/${front.home.shop.shopId}/exports/`),
      file_name: "products.csv",
    });
    expect(await keys()).toEqual([config["object"]]);
    const shop = await database.db.selectFrom("shops").selectAll().where("id", "=", front.home.shop.shopId).executeTakeFirstOrThrow();
    expect(shop.storefront_config).toEqual(PRESENT);
    expect(await scratchFolders()).toEqual([]);
  });

  test("may be the translations alone, or both", async () => {
    const alone = await upload(TRANSLATIONS, {}, "?contents=translations");
    expect(await broughtConfig(alone.data["id"])).toMatchObject({ ...PRESENT, translations: { file_name: "translations.csv" } });
    await database.db.updateTable("extracts").set({ status: "failed" }).execute();
    const both = JSON.stringify({ csv: PRODUCTS, translations: TRANSLATIONS });
    const { data } = await upload(both, { "content-type": "application/json" });
    expect(await broughtConfig(data["id"])).toMatchObject({ file_name: "products.csv", translations: { file_name: "translations.csv" } });
  });

  test.each([
    ["no export", "<html>\n", {}, "invalid_param"],
    ["an export without prices", "Handle,Title\nlamp,Lamp\n", {}, "invalid_param"],
    ["an empty file", "", {}, "invalid_param"],
    ["no gzip", PRODUCTS, { "content-encoding": "gzip" }, "invalid_request"],
    ["an encoding there is not", PRODUCTS, { "content-encoding": "br" }, "unsupported_media_type"],
    ["another type", PRODUCTS, { "content-type": "text/plain" }, "unsupported_media_type"],
    ["more than the bound", "x".repeat(BYTES_MAX + 1), {}, "payload_too_large"],
    ["what becomes more than the bound", gzipSync("x".repeat(BYTES_MAX + 1)), { "content-encoding": "gzip" }, "payload_too_large"],
    ["nothing, as JSON", "{}", { "content-type": "application/json" }, "missing_param"],
  ])("is refused and leaves nothing: %s", async (_, body, headers, code) => {
    const answer = await upload(typeof body === "string" ? body : new Uint8Array(body), headers);
    expect(answer.error["code"]).toBe(code);
    await expectNothingLeft();
  });

  test("is refused with what is wrong, as the command line says it", async () => {
    const { error } = await upload("Handle,Title\nlamp,Lamp\n");
    expect(error["message"]).toContain('has no price column: "Variant Price"');
  });

  test("has the name its owner gives it, in what is refused and in what is stored", async () => {
    const named = `?file_name=${encodeURIComponent("My shop, März.csv")}`;
    expect((await upload("Handle,Title\nlamp,Lamp\n", {}, named)).error["message"]).toMatch(/^My shop, März\.csv/u);
    expect((await upload(PRODUCTS, {}, "?file_name=..%2Fetc")).error["code"]).toBe("invalid_request");
    const { data } = await upload(PRODUCTS, {}, named);
    expect(await broughtConfig(data["id"])).toMatchObject({ file_name: "My shop, März.csv" });
  });

  test("is refused where it is not what the query says", async () => {
    expect((await upload(PRODUCTS, {}, "?contents=translations")).error["code"]).toBe("invalid_param");
    await expectNothingLeft();
  });

  test("is refused for a shop that comes from Shopify", async () => {
    await shopIs({ storefront: "shopify" });
    const { status, error } = await upload(PRODUCTS);
    expect([status, error["code"], error["message"]]).toEqual([422, "invalid_param", expect.stringContaining("comes from Shopify")]);
    await expectNothingLeft();
  });

  test("waits for the extract in progress, and leaves nothing", async () => {
    const first = await upload(PRODUCTS);
    expect(first.status).toBe(202);
    const before = await keys();
    expect((await upload(PRODUCTS)).error["code"]).toBe("export_in_progress");
    expect(await keys()).toEqual(before);
  });

  test("counts to the shop's storage, and is refused where there is no room", async () => {
    const { shopId } = front.home.shop;
    const counted = async () => (await findRoom(database.db, shopId, 0))?.byKind.exports;
    await recountShop(database.db, services.objects, shopId);
    await shopIs({ storage_quota_bytes: 1_000_000 });
    const large = `${PRODUCTS}${Array.from({ length: 40_000 }, (_, at) => `lamp-${at},Lamp ${at},12.90\n`).join("")}`;
    expect((await upload(large)).error["code"]).toBe("storage_quota_exceeded");
    await expectNothingLeft();
    await shopIs({ storage_quota_bytes: null });
    await upload(large);
    expect(await counted()).toBe(Buffer.byteLength(large));
    await recountShop(database.db, services.objects, shopId);
    expect(await counted()).toBe(Buffer.byteLength(large));
  });

  test("answers a repeat with the same Idempotency-Key the same, and refuses other bytes", async () => {
    const headers = { "idempotency-key": "upload-1" };
    const first = await upload(PRODUCTS, headers);
    const again = await upload(PRODUCTS, headers);
    expect([again.status, again.data, again.headers.get("idempotent-replayed")]).toEqual([202, first.data, "true"]);
    expect(await keys()).toHaveLength(1);
    expect((await upload(`${PRODUCTS}hat,Hat,3\n`, headers)).error["code"]).toBe("idempotency_key_reused");
  });

  test("cannot be made by a key without the scope, whose body is not read", async () => {
    const { rawKey } = await createKey(database.db, {
      kind: "merchant",
      shopId: front.home.shop.shopId,
      name: "Reader",
      grants: ["read_exports"],
    });
    expect((await upload(PRODUCTS, { authorization: `Bearer ${rawKey}` })).error["code"]).toBe("insufficient_scope");
    expect((await frontClient(front, rawKey).post("/extracts/upload", {})).code).toBe("insufficient_scope");
  });
});

describe("an upload under way", () => {
  /** Has sent half of its body. */
  async function half() {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(
      `POST /v1/extracts/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${front.key}\r\ncontent-type: text/csv\r\ncontent-length: ${PRODUCTS.length * 2}\r\n\r\n${PRODUCTS}`,
    );
    await vi.waitFor(async () => expect(await scratchFolders()).toHaveLength(1), IN_TIME);
    return socket;
  }

  test("that is cut off leaves nothing behind", async () => {
    const socket = await half();
    socket.destroy();
    await expectNothingLeft();
    expect(await database.db.selectFrom("extracts").selectAll().where("status", "=", "pending").execute()).toEqual([]);
  });

  test("keeps a second one of the shop from arriving, until it has ended", async () => {
    const socket = await half();
    expect((await upload(PRODUCTS)).error["code"]).toBe("rate_limited");
    socket.destroy();
    await once(socket, "close");
    await expectNothingLeft();
    expect((await upload(PRODUCTS)).status).toBe(202);
  });
});

test("what a process stored that died before it named it is removed a day later", async () => {
  const { shopId } = front.home.shop;
  const { data } = await upload(PRODUCTS);
  const named = (await broughtConfig(data["id"]))["object"];
  await using scratch = await services.objects.scratch();
  await storeLost(scratch.file("lost"));
  expect(await keys()).toHaveLength(2);
  await recountShop(database.db, services.objects, shopId);
  expect(await keys()).toHaveLength(2);
  const aged = async function* (prefix: string) {
    for await (const found of services.objects.list(prefix)) yield { ...found, storedAt: new Date(0) };
  };
  await recountShop(database.db, { ...services.objects, list: aged }, shopId);
  expect(await keys()).toEqual([named]);
});

async function storeLost(path: string): Promise<void> {
  await writeFile(path, PRODUCTS);
  await services.objects.put(`shops/${front.home.shop.shopId}/exports/${"0".repeat(32)}/export.csv`, path);
}
