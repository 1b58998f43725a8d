import type { Answer, Call } from "./call.ts";
import { CHECKSUM_NAMES } from "./checksums.ts";
import { abortUpload, completeUpload, createUpload, findUpload, storePart } from "./multipart.ts";
import { S3Error } from "./s3-error.ts";
import { one } from "./signature.ts";
import { type Conditions, md5, type StoredObject } from "./stored-objects.ts";
import { contentsOf, textOf, xmlDocument } from "./xml.ts";

const KEY_BYTES_MAX = 1_024;
/** Headers of an answer that a signed query may ask for. */
const OVERRIDES = ["content-type", "content-disposition", "content-encoding", "content-language", "cache-control", "expires"] as const;

export async function answerObject(call: Call): Promise<Answer> {
  const { method, query, key } = call;
  if (Buffer.byteLength(key) > KEY_BYTES_MAX) throw new S3Error(400, "KeyTooLongError", "Your key is too long");
  const uploadId = query.get("uploadId");
  if (method === "GET" || method === "HEAD") return readObject(call);
  if (method === "POST" && query.has("uploads")) return beginUpload(call);
  if (method === "PUT" && uploadId !== null) return uploadPart(call, uploadId);
  if (method === "POST" && uploadId !== null) return endUpload(call, uploadId);
  if (method === "DELETE" && uploadId !== null) {
    await abortUpload(call.bucket, await findUpload(call.bucket, key, uploadId));
    return { status: 204 };
  }
  if (method === "DELETE") {
    await call.bucket.remove(key);
    return { status: 204 };
  }
  if (method === "PUT" && one(call.request, "x-amz-copy-source") === undefined) return putObject(call);
  throw new S3Error(501, "NotImplemented", `${method} of an object with ?${query.toString()} is not implemented here.`);
}

const conditionsOf = ({ request }: Call): Conditions => ({ ifNoneMatch: one(request, "if-none-match"), ifMatch: one(request, "if-match") });

/** What is stored with an object and comes back with it. */
function keptHeaders({ request, body }: Call): Record<string, string> {
  const kept = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-meta-") || name === "content-type");
  const checksums = CHECKSUM_NAMES.flatMap((name) =>
    body.checksums[name] === undefined ? [] : [[`x-amz-checksum-${name}`, body.checksums[name]]],
  );
  return { ...Object.fromEntries(kept.map((name) => [name, one(request, name) ?? ""])), ...Object.fromEntries(checksums) };
}

async function putObject(call: Call): Promise<Answer> {
  const { bucket, key, body, now, request } = call;
  if (one(request, "content-length") === undefined && one(request, "x-amz-decoded-content-length") === undefined)
    throw new S3Error(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
  const part = await bucket.store(body.bytes);
  const object: StoredObject = {
    key,
    etag: `"${md5(body.bytes)}"`,
    bytes: part.bytes,
    modified: now,
    headers: keptHeaders(call),
    parts: [part],
  };
  await bucket.commit(object, conditionsOf(call));
  return { status: 200, headers: { etag: object.etag } };
}

async function beginUpload(call: Call): Promise<Answer> {
  const upload = await createUpload(call.bucket, { key: call.key, headers: keptHeaders(call), now: call.now });
  return {
    status: 200,
    xml: xmlDocument("InitiateMultipartUploadResult", [
      ["Bucket", call.bucketName],
      ["Key", call.key],
      ["UploadId", upload.id],
    ]),
  };
}

async function uploadPart({ bucket, key, query, body }: Call, uploadId: string): Promise<Answer> {
  const upload = await findUpload(bucket, key, uploadId);
  const etag = await storePart(bucket, upload, { number: Number(query.get("partNumber") ?? "none"), bytes: body.bytes });
  const checksums = Object.entries(body.checksums).map(([name, value]) => [`x-amz-checksum-${name}`, value]);
  return { status: 200, headers: { etag, ...Object.fromEntries(checksums) } };
}

async function endUpload(call: Call, uploadId: string): Promise<Answer> {
  const { bucket, key, body, now } = call;
  const upload = await findUpload(bucket, key, uploadId);
  const named = contentsOf(body.bytes.toString("utf8"), "Part").map((part) => ({
    number: Number(textOf(part, "PartNumber")),
    etag: textOf(part, "ETag") ?? "",
  }));
  const object = await completeUpload(bucket, upload, { named, conditions: conditionsOf(call), now });
  return {
    status: 200,
    xml: xmlDocument("CompleteMultipartUploadResult", [
      ["Bucket", call.bucketName],
      ["Key", key],
      ["ETag", object.etag],
    ]),
  };
}

function readObject(call: Call): Answer {
  const { request, method, bucket, key, query } = call;
  const object = bucket.get(key);
  if (object === undefined) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.", { Key: key });
  const ifMatch = one(request, "if-match");
  if (ifMatch !== undefined && ifMatch !== object.etag)
    throw new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  const ifNoneMatch = one(request, "if-none-match");
  if (ifNoneMatch === object.etag) return { status: 304, headers: { etag: object.etag } };
  const range = rangeOf(one(request, "range"), object.bytes);
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 };
  const stored = Object.entries(object.headers).filter(([name]) => !name.startsWith("x-amz-checksum-") || isChecksumAsked(call, range));
  const asked = OVERRIDES.flatMap((name) => (query.has(`response-${name}`) ? [[name, query.get(`response-${name}`) ?? ""]] : []));
  const headers = {
    ...Object.fromEntries(stored),
    ...Object.fromEntries(asked),
    etag: object.etag,
    "last-modified": new Date(object.modified).toUTCString(),
    "accept-ranges": "bytes",
    ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${object.bytes}` }),
  };
  const length = end - start + 1;
  const none: AsyncIterable<Buffer> = (async function* nothing() {})();
  const stream = method === "HEAD" ? none : bucket.read(object, start, end);
  return { status: range === undefined ? 200 : 206, headers, bytes: { length, stream } };
}

const isChecksumAsked = ({ request }: Call, range: unknown): boolean =>
  range === undefined && one(request, "x-amz-checksum-mode") === "ENABLED";

function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | undefined {
  const match = /^bytes=([0-9]*)-([0-9]*)$/.exec(header ?? "");
  if (match === null || match[0] === "bytes=-") return undefined;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start >= bytes || start > end)
    throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable", { ActualObjectSize: String(bytes) });
  return { start, end };
}
