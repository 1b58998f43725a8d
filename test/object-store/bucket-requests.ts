import { S3Error } from "./s3-error.ts";
import { contentsOf, textOf, xmlDocument, type XmlElement } from "./xml.ts";
import { listUploads } from "./multipart.ts";
import { one } from "./signature.ts";
import type { Answer, Call } from "./call.ts";

/** What is asked of a bucket rather than of an object. */

const KEYS_MAX = 1_000;

export async function answerBucket(call: Call): Promise<Answer> {
  const { method, query } = call;
  if (method === "HEAD") return { status: 200 };
  if (method === "GET" && query.get("list-type") === "2") return listObjects(call);
  if (method === "GET" && query.has("uploads")) return listMultipartUploads(call);
  if (method === "POST" && query.has("delete")) return deleteObjects(call);
  throw new S3Error(501, "NotImplemented", `${method} of a bucket with ?${query.toString()} is not implemented here.`);
}

function countOf(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  const count = text === null ? KEYS_MAX : Number(text);
  if (!Number.isInteger(count) || count < 0)
    throw new S3Error(400, "InvalidArgument", `Provided ${name} not an integer or within integer range`);
  return Math.min(count, KEYS_MAX);
}

const tokenOf = (key: string): string => Buffer.from(`after ${key}`).toString("base64url");

function afterOf(query: URLSearchParams): string {
  const token = query.get("continuation-token");
  if (token === null) return query.get("start-after") ?? "";
  const text = Buffer.from(token, "base64url").toString("utf8");
  if (!text.startsWith("after ")) throw new S3Error(400, "InvalidArgument", "The continuation token provided is incorrect");
  return text.slice("after ".length);
}

const isBehind = (key: string, after: string): boolean => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

function listObjects({ bucket, bucketName, query }: Call): Answer {
  const [prefix, delimiter, most] = [query.get("prefix") ?? "", query.get("delimiter") ?? "", countOf(query, "max-keys")];
  const after = afterOf(query);
  const shown = query.get("encoding-type") === "url" ? encodeURIComponent : (key: string) => key;
  const contents: XmlElement[] = [];
  const folders = new Set<string>();
  let [last, truncated] = [after, false];
  for (const key of bucket.keys()) {
    if (!key.startsWith(prefix) || !isBehind(key, after)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const folder = end === -1 ? undefined : key.slice(0, end + delimiter.length);
    if (folder !== undefined && (folders.has(folder) || after.startsWith(folder))) continue;
    if (contents.length + folders.size === most) {
      truncated = true;
      break;
    }
    last = folder === undefined ? key : `${folder}\u{10ffff}`;
    const object = bucket.get(key);
    if (folder !== undefined) folders.add(folder);
    else if (object !== undefined)
      contents.push([
        "Contents",
        [
          ["Key", shown(key)],
          ["LastModified", new Date(object.modified).toISOString()],
          ["ETag", object.etag],
          ["Size", object.bytes],
          ["StorageClass", "STANDARD"],
        ],
      ]);
  }
  const head: XmlElement[] = [
    ["Name", bucketName],
    ["Prefix", shown(prefix)],
    ["MaxKeys", most],
    ["KeyCount", contents.length + folders.size],
    ["IsTruncated", truncated],
  ];
  const next: XmlElement[] = truncated ? [["NextContinuationToken", tokenOf(last)]] : [];
  const common = [...folders].map((folder): XmlElement => ["CommonPrefixes", [["Prefix", shown(folder)]]]);
  return { status: 200, xml: xmlDocument("ListBucketResult", [...head, ...next, ...contents, ...common]) };
}

async function listMultipartUploads({ bucket, bucketName, query }: Call): Promise<Answer> {
  const [most, keyMarker, idMarker] = [countOf(query, "max-uploads"), query.get("key-marker") ?? "", query.get("upload-id-marker")];
  const all = await listUploads(bucket, query.get("prefix") ?? "");
  const marked = idMarker === null ? -1 : all.findIndex(({ id }) => id === idMarker);
  const behind = marked === -1 ? all.filter(({ key }) => isBehind(key, keyMarker)) : all.slice(marked + 1);
  const page = behind.slice(0, most);
  const last = page.at(-1);
  const next: XmlElement[] =
    behind.length > most && last !== undefined
      ? [
          ["NextKeyMarker", last.key],
          ["NextUploadIdMarker", last.id],
        ]
      : [];
  const uploads = page.map(({ key, id, initiated }): XmlElement => [
    "Upload",
    [
      ["Key", key],
      ["UploadId", id],
      ["Initiated", new Date(initiated).toISOString()],
    ],
  ]);
  return {
    status: 200,
    xml: xmlDocument("ListMultipartUploadsResult", [["Bucket", bucketName], ["IsTruncated", behind.length > most], ...next, ...uploads]),
  };
}

async function deleteObjects({ bucket, request, body }: Call): Promise<Answer> {
  if (one(request, "content-md5") === undefined && Object.keys(body.checksums).length === 0)
    throw new S3Error(400, "InvalidRequest", "Missing required header for this request: Content-MD5 OR x-amz-checksum-*");
  const xml = body.bytes.toString("utf8");
  const keys = contentsOf(xml, "Object").map((object) => textOf(object, "Key"));
  if (keys.length === 0 || keys.length > KEYS_MAX || keys.includes(undefined))
    throw new S3Error(400, "MalformedXML", "The XML you provided was not well-formed.");
  for (const key of keys) await bucket.remove(key ?? "");
  const quiet = textOf(xml, "Quiet") === "true";
  return { status: 200, xml: xmlDocument("DeleteResult", quiet ? [] : keys.map((key): XmlElement => ["Deleted", [["Key", key ?? ""]]])) };
}
