import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { CHECKSUM_NAMES, checksumOf, type ChecksumName } from "./checksums.ts";
import { S3Error } from "./s3-error.ts";
import { hmac, isSame, one, sha256, type Signed } from "./signature.ts";

/** A request's bytes, once everything that was said of them has been found true. */
export interface Body {
  readonly bytes: Buffer;
  /** The checksums that came with it. */
  readonly checksums: Readonly<Partial<Record<ChecksumName, string>>>;
}

/** Far more than anything that's tested here sends in one request. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;
const EMPTY = sha256("");

export async function readBody(request: IncomingMessage, signed: Signed): Promise<Body> {
  const raw = await rawBody(request);
  const kind = one(request, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD";
  const { bytes, trailers } = kind.startsWith("STREAMING-")
    ? unchunked(request, raw, { kind, signed })
    : { bytes: raw, trailers: new Map() };
  if (/^[0-9a-f]{64}$/.test(kind)) {
    if (sha256(bytes) !== kind)
      throw new S3Error(400, "XAmzContentSHA256Mismatch", "The provided 'x-amz-content-sha256' header does not match what was computed.");
  } else if (kind !== "UNSIGNED-PAYLOAD" && !kind.startsWith("STREAMING-"))
    throw new S3Error(400, "InvalidArgument", "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-… or a valid sha256 value.");
  requireMd5(request, bytes);
  return { bytes, checksums: requireChecksums(request, bytes, trailers) };
}

async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const announced = one(request, "content-length");
  // A body in signed chunks says how long it is in a header of its own.
  const isOpen = announced === undefined && one(request, "x-amz-decoded-content-length") !== undefined;
  if (announced === undefined && !isOpen && request.headers["transfer-encoding"] !== undefined)
    throw new S3Error(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
  if (Number(announced ?? 0) > BODY_BYTES_MAX)
    throw new S3Error(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size.");
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isOpen && bytes.length !== Number(announced ?? 0))
    throw new S3Error(400, "IncompleteBody", "You did not provide the number of bytes specified by the Content-Length header.");
  return bytes;
}

interface Chunking {
  readonly kind: string;
  readonly signed: Signed;
}

const malformed = (what: string): S3Error => new S3Error(400, "IncompleteBody", `The aws-chunked body is malformed: ${what}.`);

/** `size[;chunk-signature=…]\r\n bytes \r\n … 0[;…]\r\n [trailer: value\r\n] \r\n` */
function unchunked(request: IncomingMessage, raw: Buffer, { kind, signed }: Chunking): { bytes: Buffer; trailers: Map<string, string> } {
  const isSigned = kind.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  if (!isSigned && kind !== "STREAMING-UNSIGNED-PAYLOAD-TRAILER") throw new S3Error(400, "InvalidArgument", `${kind} is not supported.`);
  if (!(one(request, "content-encoding") ?? "").split(",").includes("aws-chunked")) throw malformed("Content-Encoding isn't aws-chunked");
  const parts: Buffer[] = [];
  let [at, before] = [0, signed.signature];
  for (;;) {
    const end = raw.indexOf("\r\n", at);
    const [, hex = "", signature] =
      /^([0-9a-f]+)(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(raw.toString("latin1", at, Math.max(at, end))) ?? [];
    if (end === -1 || hex === "" || isSigned !== (signature !== undefined)) throw malformed("a chunk has no size or no signature");
    const bytes = raw.subarray(end + 2, end + 2 + Number.parseInt(hex, 16));
    if (signature !== undefined) before = requireChunkSignature(bytes, { signature, before, signed });
    at = end + 2 + bytes.length;
    if (bytes.length === 0) break;
    if (raw.toString("latin1", at, at + 2) !== "\r\n") throw malformed("a chunk doesn't end where it says");
    at += 2;
    parts.push(bytes);
  }
  const bytes = Buffer.concat(parts);
  if (String(bytes.length) !== one(request, "x-amz-decoded-content-length"))
    throw malformed("x-amz-decoded-content-length is another length");
  return { bytes, trailers: readTrailers(request, raw.toString("latin1", at), { isSigned, before, signed }) };
}

function requireChunkSignature(
  bytes: Buffer,
  { signature, before, signed }: { signature: string; before: string; signed: Signed },
): string {
  const toSign = ["AWS4-HMAC-SHA256-PAYLOAD", signed.stamp, signed.scope, before, EMPTY, sha256(bytes)].join("\n");
  if (!isSame(hmac(signed.key, toSign).toString("hex"), signature))
    throw new S3Error(403, "SignatureDoesNotMatch", "A chunk's signature does not match.");
  return signature;
}

function readTrailers(
  request: IncomingMessage,
  text: string,
  { isSigned, before, signed }: { isSigned: boolean; before: string; signed: Signed },
): Map<string, string> {
  const lines = text.split("\r\n").filter((line) => line !== "");
  const pairs = lines.map(
    (line) => [line.slice(0, line.indexOf(":")).toLowerCase().trim(), line.slice(line.indexOf(":") + 1).trim()] as const,
  );
  const trailers = new Map(pairs.filter(([name]) => name !== "x-amz-trailer-signature"));
  const announced = (one(request, "x-amz-trailer") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (announced.length !== trailers.size || announced.some((name) => !trailers.has(name)))
    throw new S3Error(400, "MalformedTrailerError", "The trailers are not those that x-amz-trailer announced.");
  if (isSigned && trailers.size > 0) {
    const canonical = [...trailers].map(([name, value]) => `${name}:${value}\n`).join("");
    const toSign = ["AWS4-HMAC-SHA256-TRAILER", signed.stamp, signed.scope, before, sha256(canonical)].join("\n");
    const theirs = pairs.find(([name]) => name === "x-amz-trailer-signature")?.[1] ?? "";
    if (!isSame(hmac(signed.key, toSign).toString("hex"), theirs))
      throw new S3Error(403, "SignatureDoesNotMatch", "The trailers' signature does not match.");
  }
  return trailers;
}

function requireMd5(request: IncomingMessage, bytes: Buffer): void {
  const told = one(request, "content-md5");
  if (told !== undefined && createHash("md5").update(bytes).digest("base64") !== told)
    throw new S3Error(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
}

function requireChecksums(request: IncomingMessage, bytes: Buffer, trailers: Map<string, string>): Body["checksums"] {
  const found: Partial<Record<ChecksumName, string>> = {};
  for (const name of CHECKSUM_NAMES) {
    const told = one(request, `x-amz-checksum-${name}`) ?? trailers.get(`x-amz-checksum-${name}`);
    if (told === undefined) continue;
    if (checksumOf(name, bytes) !== told)
      throw new S3Error(400, "BadDigest", `The ${name} you specified did not match the calculated checksum.`);
    found[name] = told;
  }
  const promised = one(request, "x-amz-sdk-checksum-algorithm")?.toLowerCase();
  if (promised !== undefined && !Object.hasOwn(found, promised))
    throw new S3Error(
      400,
      "InvalidRequest",
      "x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.",
    );
  return found;
}
