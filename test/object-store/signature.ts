import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

/** Signature version 4 as AWS describes it, checked without any code of the client's. */

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Judge {
  readonly credentials: readonly Credentials[];
  readonly region: string;
  readonly now: () => Date;
}

/** What chunk signatures go on from. */
export interface Signed {
  readonly signature: string;
  readonly key: Buffer;
  readonly scope: string;
  readonly stamp: string;
}

interface Claim {
  readonly accessKeyId: string;
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly stamp: string;
  readonly payload: string;
  readonly leftOut: string | null;
}

const SKEW_MS = 15 * 60_000;
const PRESIGNED_SECONDS_MAX = 7 * 86_400;

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
export const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();

/** Throws `S3Error` unless the request is signed by one of the accounts. */
export function requireSignature(request: IncomingMessage, judge: Judge): Signed {
  const url = new URL(request.url ?? "/", "http://any");
  const claim = url.searchParams.has("X-Amz-Algorithm") ? presignedClaim(url, judge) : headerClaim(request, judge);
  const [date = "", region = "", service, terminator, ...rest] = claim.scope.split("/");
  if (service !== "s3" || terminator !== "aws4_request" || rest.length > 0 || !claim.stamp.startsWith(date))
    throw new S3Error(400, "AuthorizationHeaderMalformed", "The credential's scope is not of this day and this service.");
  if (region !== judge.region)
    throw new S3Error(400, "AuthorizationHeaderMalformed", `The region '${region}' is wrong; expecting '${judge.region}'`, {
      Region: judge.region,
    });
  const account = judge.credentials.find(({ accessKeyId }) => accessKeyId === claim.accessKeyId);
  if (account === undefined) throw new S3Error(403, "InvalidAccessKeyId", "The access key id you provided does not exist in our records.");
  requireSignedHeaders(request, claim);
  const key = [region, "s3", "aws4_request"].reduce((last, part) => hmac(last, part), hmac(`AWS4${account.secretAccessKey}`, date));
  const toSign = ["AWS4-HMAC-SHA256", claim.stamp, claim.scope, sha256(canonicalRequest(request, claim))].join("\n");
  if (!isSame(hmac(key, toSign).toString("hex"), claim.signature))
    throw new S3Error(403, "SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided.");
  return { signature: claim.signature, key, scope: claim.scope, stamp: claim.stamp };
}

export function isSame(ours: string, theirs: string): boolean {
  return ours.length === theirs.length && timingSafeEqual(Buffer.from(ours), Buffer.from(theirs));
}

function headerClaim(request: IncomingMessage, judge: Judge): Claim {
  const header = request.headers.authorization;
  if (header === undefined) throw new S3Error(403, "AccessDenied", "Access Denied");
  const match = /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(header);
  if (match === null) throw new S3Error(400, "AuthorizationHeaderMalformed", "The authorization header is malformed.");
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] = match;
  const payload = one(request, "x-amz-content-sha256");
  if (payload === undefined) throw new S3Error(400, "InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  const stamp = one(request, "x-amz-date") ?? "";
  if (Math.abs(timeOf(stamp) - judge.now().getTime()) > SKEW_MS)
    throw new S3Error(403, "RequestTimeTooSkewed", "The difference between the request time and the current time is too large.");
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(";"), signature, stamp, payload, leftOut: null };
}

function presignedClaim({ searchParams: query }: URL, judge: Judge): Claim {
  const [accessKeyId = "", ...scope] = (query.get("X-Amz-Credential") ?? "").split("/");
  const stamp = query.get("X-Amz-Date") ?? "";
  const seconds = Number(query.get("X-Amz-Expires"));
  const isWhole = query.get("X-Amz-Algorithm") === "AWS4-HMAC-SHA256" && Number.isInteger(seconds) && seconds >= 1;
  if (!isWhole || seconds > PRESIGNED_SECONDS_MAX)
    throw new S3Error(400, "AuthorizationQueryParametersError", "The query's X-Amz parameters are not valid.");
  const age = judge.now().getTime() - timeOf(stamp);
  if (age > seconds * 1_000) throw new S3Error(403, "AccessDenied", "Request has expired");
  if (age < -SKEW_MS) throw new S3Error(403, "AccessDenied", "Request is not valid yet");
  const signedHeaders = (query.get("X-Amz-SignedHeaders") ?? "").split(";");
  const signature = query.get("X-Amz-Signature") ?? "";
  return { accessKeyId, scope: scope.join("/"), signedHeaders, signature, stamp, payload: "UNSIGNED-PAYLOAD", leftOut: "X-Amz-Signature" };
}

function timeOf(stamp: string): number {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z$/.exec(stamp);
  if (match === null) throw new S3Error(403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** `host` and everything of AWS's own, or somebody on the way could change it. */
function requireSignedHeaders(request: IncomingMessage, { signedHeaders }: Claim): void {
  const needed = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  const missing = needed.filter((name) => !signedHeaders.includes(name));
  if (missing.length > 0)
    throw new S3Error(403, "AccessDenied", "There were headers present in the request which were not signed", {
      HeadersNotSigned: missing.join(", "),
    });
}

function canonicalRequest(request: IncomingMessage, { signedHeaders, payload, leftOut }: Claim): string {
  const [rawPath = "", rawQuery = ""] = (request.url ?? "").split("?", 2);
  const path = rawPath
    .split("/")
    .map((segment) => encoded(decodeURIComponent(segment)))
    .join("/");
  const pairs = rawQuery
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=", 2).map((half) => encoded(decodeURIComponent(half))))
    .filter(([name]) => name !== leftOut)
    .map(([name = "", value = ""]) => `${name}=${value}`);
  const headers = signedHeaders.map((name) => `${name}:${(one(request, name) ?? "").trim().replaceAll(/ +/g, " ")}\n`);
  return [request.method, path, pairs.toSorted(byBytes).join("&"), headers.join(""), signedHeaders.join(";"), payload].join("\n");
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`);
}

/** The value of a header as it was sent; several lines are joined. */
export function one(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}
