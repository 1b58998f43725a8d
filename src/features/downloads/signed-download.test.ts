import { describe, expect, test } from "vitest";
import type { Clock } from "../../kernel/clock.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { DOWNLOAD_LIFETIME_S, DownloadUrlShape, readSignedDownload, signDownload } from "./signed-download.ts";

const START_MS = Date.UTC(2026, 0, 1);
const at = (seconds: number): Clock => ({ now: () => new Date(START_MS + seconds * 1_000) });
const secrets = openSecrets(Buffer.alloc(32, 7));
const download = {
  key: "shops/3/runs/12/1/gmcfeed.txt",
  fileName: "gmcfeed-run_12.txt",
  contentType: "text/plain; charset=utf-8",
  shopId: 3,
  keyId: 7,
};

const signed = () => signDownload({ secrets, clock: at(0), filesUrl: "https://files.example" }, download, 1_234);

/** The parts of a link, as the surface that serves it reads them. */
function parts(url: string) {
  const { pathname, searchParams } = new URL(url);
  return {
    token: pathname.slice("/downloads/".length),
    expires: searchParams.get("expires") ?? "",
    signature: searchParams.get("signature") ?? "",
  };
}

describe("a download link", () => {
  test("is answered in its published shape and names the object again", () => {
    const answer = DownloadUrlShape.parse(signed());
    expect(answer).toMatchObject({
      size_bytes: 1_234,
      expires_in: 300,
      expires_at: "2026-01-01T00:05:00.000Z",
      filename: download.fileName,
    });
    expect(readSignedDownload({ secrets, clock: at(0) }, parts(answer.url))).toEqual(download);
  });

  test("works for its lifetime and not a second longer", () => {
    const link = parts(signed().url);
    expect(readSignedDownload({ secrets, clock: at(DOWNLOAD_LIFETIME_S) }, link)).toEqual(download);
    expect(readSignedDownload({ secrets, clock: at(DOWNLOAD_LIFETIME_S + 1) }, link)).toBeUndefined();
  });

  const link = parts(signed().url);
  const other = Buffer.from(JSON.stringify(["shops/4/runs/1/1/gmcfeed.txt", "a", "text/plain"])).toString("base64url");
  test.each([
    ["another object", { ...link, token: other }],
    ["a later end", { ...link, expires: String(Number(link.expires) + 60) }],
    ["an end written differently", { ...link, expires: `0${link.expires}` }],
    ["an end that is no number", { ...link, expires: "soon" }],
    ["no end", { ...link, expires: "" }],
    ["another signature", { ...link, signature: link.signature.replace(/^./, (first) => (first === "0" ? "1" : "0")) }],
    ["a signature cut short", { ...link, signature: link.signature.slice(1) }],
    ["no signature", { ...link, signature: "" }],
    ["a signature in capitals", { ...link, signature: link.signature.toUpperCase() }],
    [
      "a boundary moved between end and token",
      { ...link, expires: link.expires.slice(0, -1), token: `${link.expires.slice(-1)}${link.token}` },
    ],
  ])("with %s names nothing", (_, changed) => {
    expect(readSignedDownload({ secrets, clock: at(0) }, changed)).toBeUndefined();
  });

  test("of another installation names nothing", () => {
    const theirs = openSecrets(Buffer.alloc(32, 8));
    expect(readSignedDownload({ secrets: theirs, clock: at(0) }, parts(signed().url))).toBeUndefined();
  });

  test("signed for another purpose names nothing", () => {
    const { token, expires } = parts(signed().url);
    expect(
      readSignedDownload({ secrets, clock: at(0) }, { token, expires, signature: secrets.sign("session", `${expires}.${token}`) }),
    ).toBeUndefined();
  });
});
