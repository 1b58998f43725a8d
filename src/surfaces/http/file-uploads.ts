import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { RequestError } from "../../kernel/errors.ts";
import type { ArrivedFile } from "../../kernel/operation.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { BodyTimes } from "./body-times.ts";
import { brokenOff, lastAnswer, tooLarge } from "./json-body.ts";
import { unavailable } from "./request-error.ts";
import { FILE_UPLOADS_MAX, RETRY_AFTER_SECONDS } from "./server-limits.ts";

/** Bodies that are files. */
export interface FileUploads {
  /**
   * Writes the body into a folder that is removed when the use of it ends, however it ends. What is wrong with the body is a value until its
   * turn. Throws `rate_limited` and `unavailable`.
   */
  receive<T>(request: IncomingMessage, owner: string, use: (file: ArrivedFile | RequestError) => Promise<T>): Promise<T>;
}

export interface UploadOptions {
  readonly objects: Pick<ObjectStore, "scratch">;
  /** Of the body, and of what it is decompressed. */
  readonly bytesMax: number;
  readonly times: BodyTimes;
}

/** Of each owner one at a time, so that what arrives takes bounded room on the disk. */
export function openFileUploads({ objects, bytesMax, times }: UploadOptions): FileUploads {
  const owners = new Set<string>();
  return {
    async receive(request, owner, use) {
      if (owners.has(owner)) throw tooMany();
      if (owners.size >= FILE_UPLOADS_MAX) throw unavailable(undefined, "The service is receiving many files. Try again shortly.");
      owners.add(owner);
      try {
        await using scratch = await objects.scratch();
        times.allowSteady(request);
        return await use(await arrived(request, scratch.file("body"), bytesMax));
      } finally {
        owners.delete(owner);
      }
    },
  };
}

async function arrived(request: IncomingMessage, path: string, bytesMax: number): Promise<ArrivedFile | RequestError> {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip")
    return new RequestError("unsupported_media_type", { message: "Send the file as it is, or with `Content-Encoding: gzip`." });
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return tooLarge(request, bytesMax);
  const hash = createHash("sha256");
  const received = bounded(request.iterator({ destroyOnReturn: false }), bytesMax);
  const written = (chunks: AsyncIterable<unknown>) => bounded(chunks, bytesMax, (chunk) => hash.update(chunk));
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  try {
    if (encoding === "gzip") await pipeline(received, createGunzip(), written, file);
    else await pipeline(received, written, file);
  } catch (error) {
    return fault(request, error, bytesMax);
  }
  return { path, sha256: hash.digest() };
}

class TooLarge extends Error {
  override readonly name = "TooLarge";
}

async function* bounded(chunks: AsyncIterable<unknown>, bytesMax: number, see: (chunk: Buffer) => void = () => undefined) {
  let bytes = 0;
  for await (const chunk of chunks) {
    // Without an encoding set on it, a stream yields buffers.
    const part = branded<Buffer>(chunk);
    bytes += part.length;
    if (bytes > bytesMax) throw new TooLarge();
    see(part);
    yield part;
  }
}

/** Of the disk's faults nobody but the operator can do anything. */
async function fault(request: IncomingMessage, error: unknown, bytesMax: number): Promise<RequestError> {
  if (error instanceof TooLarge) return tooLarge(request, bytesMax);
  const { code } = members(error);
  if (typeof code === "string" && code.startsWith("Z_"))
    return lastAnswer(request, new RequestError("invalid_request", { ...NO_GZIP, cause: error }));
  if (request.destroyed && !request.complete) return brokenOff(error);
  throw error;
}

const NO_GZIP = {
  message: "The body isn't valid gzip, or it is cut off. Compress the file again, or send it without `Content-Encoding`.",
  headers: { connection: "close" },
};

function tooMany(): RequestError {
  return new RequestError("rate_limited", {
    message: "A shop can send one file at a time. Wait until the other upload is answered, then try again.",
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}
