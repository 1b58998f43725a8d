import { expect, test } from "vitest";
import { startClient } from "../simulator-client.suite.ts";
import { readRange } from "./byte-range.ts";
import { createBulkLinks } from "./bulk-links.ts";
import { createCrc32c } from "./crc32c.ts";

const TITLES = "{ products { edges { node { id title } } } }";

test("a link needs no token, and nothing of it can be changed", async () => {
  await using client = await startClient({ products: 5 });
  const first = await client.finished(TITLES);
  const second = await client.finished(TITLES);
  const link = new URL(first.url ?? "");
  expect((await fetch(link)).status).toBe(200);
  const changed = (name: string, value: string) => {
    const copy = new URL(link);
    copy.searchParams.set(name, value);
    return copy;
  };
  const other = new URL(link);
  other.pathname = new URL(second.url ?? "").pathname;
  for (const forged of [
    changed("Signature", "x"),
    changed("Signature", ""),
    changed("Expires", "99999999999"),
    other,
    new URL(link.pathname, link),
  ]) {
    const response = await fetch(forged);
    expect([response.status, response.headers.get("content-type")]).toEqual([403, "application/xml; charset=UTF-8"]);
    expect(await response.text()).toContain("<Code>SignatureDoesNotMatch</Code>");
  }
});

test("a link ends when it says, to the second", () => {
  const links = createBulkLinks(() => "http://shop.example");
  const url = new URL(links.linkTo(7, new Date(60_500)));
  const query = { expires: url.searchParams.get("Expires") ?? "", signature: url.searchParams.get("Signature") ?? "" };
  expect(links.check(7, query, new Date(59_999))).toBe("open");
  expect(links.check(7, query, new Date(60_000))).toBe("expired");
  expect(links.check(8, query, new Date(0))).toBe("forged");
});

test("links lead to where clients reach the simulator", async () => {
  await using client = await startClient({ products: 1, publicUrl: "https://shop.example/files" });
  expect((await client.finished(TITLES)).url).toMatch(/^https:\/\/shop\.example\/files\/bulk\/\d+\.jsonl\?Expires=\d+&Signature=/);
});

test("a part of the file can be asked for, so that a broken download goes on where it ended", async () => {
  await using client = await startClient({ products: 30 });
  const { url } = await client.finished(TITLES);
  const whole = await (await fetch(url ?? "")).text();
  const part = async (range: string) => fetch(url ?? "", { headers: { range } });
  const [start, rest] = [await part("bytes=0-99"), await part("bytes=100-")];
  expect([start.status, start.headers.get("content-range")]).toEqual([206, `bytes 0-99/${Buffer.byteLength(whole)}`]);
  expect(Buffer.concat([Buffer.from(await start.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]).toString("utf8")).toBe(whole);
  expect((await part(`bytes=${Buffer.byteLength(whole)}-`)).status).toBe(416);
  const head = await fetch(url ?? "", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(Buffer.byteLength(whole))]);
});

test("ranges are read as RFC 9110 says", () => {
  const read = (header: string | undefined) => readRange(header, 1_000);
  expect(read("bytes=0-499")).toEqual({ first: 0, last: 499 });
  expect(read("bytes=500-")).toEqual({ first: 500, last: 999 });
  expect(read("bytes=-1")).toEqual({ first: 999, last: 999 });
  expect(read("bytes=-5000")).toEqual({ first: 0, last: 999 });
  expect(read("bytes=900-5000")).toEqual({ first: 900, last: 999 });
  expect(read("bytes=1000-")).toBe("unsatisfiable");
  expect(read("bytes=-0")).toBe("unsatisfiable");
  for (const ignored of [undefined, "", "bytes=", "bytes=-", "bytes=5-1", "bytes=0-1,5-6", "lines=1-2"]) expect(read(ignored)).toBeNull();
});

test("the CRC-32C of the digits 1 to 9 is the one of the standard", () => {
  const crc = createCrc32c();
  crc.update(Buffer.from("1234"));
  crc.update(Buffer.from("56789"));
  expect(Buffer.from(crc.digest(), "base64").toString("hex")).toBe("e3069283");
});
