import { createHash, createHmac } from "node:crypto";
import type { Bucket } from "./bucket-client.ts";
import type { DownloadAs } from "./objects-port.ts";

/** A link to an object by AWS's signature version 4 in the query, as GET alone; the SDK's own signer is a package of its own. */

/** Long enough to follow a redirect; a download that has begun goes on. */
const SECONDS = 60;
const SIGNED_HEADERS = "host";

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

interface SignedAs extends Omit<DownloadAs, "acceptsGzip"> {
  /** The store has it as gzip; the client is told so. */
  readonly isPacked?: boolean;
}

export async function signedDownload(
  { client, settings, at }: Bucket,
  key: string,
  { contentType, contentDisposition, isPacked = false }: SignedAs,
): Promise<string> {
  const [{ accessKeyId, secretAccessKey, sessionToken }, region] = await Promise.all([client.config.credentials(), client.config.region()]);
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.[0-9]{3}/g, "");
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const base = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const url = new URL(base);
  const host = settings.pathStyle ? url.host : `${settings.bucket}.${url.host}`;
  const object = settings.pathStyle ? `${settings.bucket}/${at(key).Key}` : at(key).Key;
  const path = `${url.pathname.replace(/\/$/, "")}/${object.split("/").map(encoded).join("/")}`;
  const query = Object.entries({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${accessKeyId}/${scope}`,
    "X-Amz-Date": stamp,
    "X-Amz-Expires": String(SECONDS),
    ...(sessionToken === undefined ? {} : { "X-Amz-Security-Token": sessionToken }),
    "X-Amz-SignedHeaders": SIGNED_HEADERS,
    "response-cache-control": "private, no-store",
    "response-content-disposition": contentDisposition,
    ...(isPacked ? { "response-content-encoding": "gzip" } : {}),
    "response-content-type": contentType,
  })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join("&");
  const canonical = ["GET", path, query, `host:${host}`, "", SIGNED_HEADERS, "UNSIGNED-PAYLOAD"].join("\n");
  const signing = [stamp.slice(0, 8), region, "s3", "aws4_request"].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(signing, ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n")).toString("hex");
  return `${url.protocol}//${host}${path}?${query}&X-Amz-Signature=${signature}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`);
}
