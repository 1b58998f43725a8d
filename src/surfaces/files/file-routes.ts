import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DownloadGrant, readSignedDownload } from "../../features/downloads/index.ts";
import type { PublicFile } from "../../features/feeds/index.ts";
import type { Services } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore } from "../../platform/objects/objects-port.ts";
import { feedFileFinder, type FoundFile, type Stranger } from "./find-feed-file.ts";
import { acceptsGzip, isUnchanged, type Representation } from "./representation.ts";
import { sendObject } from "./send-object.ts";

/** What is served without a key: feed files by their URL, downloads by their signature, images of the sample shop. */
export interface FileRoutes {
  readonly services: Pick<Services, "objects" | "secrets" | "clock">;
  readonly findPublicFile: (token: string, fileName: string) => Promise<FoundFile>;
  /** Notes who fetched a file; nothing waits for it. */
  readonly noteFetch: (file: PublicFile, userAgent: string | undefined) => void;
  readonly feedTokenExists: (token: string) => Promise<boolean>;
  readonly strangerOf: (request: FastifyRequest) => Stranger;
  /** Whether a link still stands on a key and a shop that may have it. */
  readonly mayDownload: (grant: DownloadGrant) => Promise<boolean>;
  readonly sampleImage: (name: string) => Buffer | undefined;
}

/** Merchants' text is in these files: a browser must neither guess a type nor run anything. */
const UNTRUSTED = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'" } as const;
/** A new file reaches readers behind a cache within five minutes. */
const FEED_CACHE = "public, max-age=300";
/** An image is derived from its name and never changes. */
const IMAGE_CACHE = "public, max-age=86400, immutable";

/** Only such addresses are given out; PostgreSQL would fail on some others, as on U+0000. */
const ADDRESS = /^[\w-]+\/[\w.-]+$/;

export function registerFileRoutes(app: FastifyInstance, routes: FileRoutes): void {
  const { findPublicFile, feedTokenExists: tokenExists, services } = routes;
  const find = feedFileFinder({ findPublicFile, tokenExists, clock: services.clock });
  // HEAD by our own handlers: the framework's would call an answer without a body empty.
  const method = ["GET", "HEAD"];
  app.route({ method, url: "/feeds/:token/:file", handler: (request, reply) => feedFile(routes, find, request, reply) });
  app.route({ method, url: "/downloads/:token", handler: (request, reply) => download(routes, request, reply) });
  app.get("/sample/images/:file", (request, reply) => image(routes, request, reply));
}

const NOT_STORED = "This feed's file isn't in the store. Run the feed again, or ask the operator to restore the file.";

async function feedFile(
  { services, strangerOf, noteFetch }: FileRoutes,
  find: ReturnType<typeof feedFileFinder>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token, file } = members(request.params);
  const send = async (): Promise<FastifyReply> => {
    const found = ADDRESS.test(`${String(token)}/${String(file)}`)
      ? await find(strangerOf(request), String(token), String(file))
      : undefined;
    if (found === "gone") throw new RequestError("feed_gone");
    if (found === "held")
      throw new RequestError("resource_not_found", { message: "This feed has no file yet. Its run is held until someone publishes it." });
    if (found === undefined)
      throw new RequestError("resource_not_found", { message: "There is no feed at this address, or it hasn't been published yet." });
    const headers = { ...UNTRUSTED, "content-type": found.contentType, "cache-control": FEED_CACHE, vary: "Accept-Encoding" };
    const representation = await chosen(services.objects, found, request);
    const sent = await sendObject(services.objects, request, reply, { representation, modifiedAt: found.publishedAt, headers });
    if (request.method === "GET") noteFetch(found, request.headers["user-agent"]);
    return sent;
  };
  // Between the look-up and the read a newer run may have replaced the file and retention removed it: one more look finds the new one.
  return send()
    .catch((error: unknown) => afterMissing(error, send))
    .catch((error: unknown) =>
      afterMissing(error, () =>
        Promise.reject(new RequestError("unavailable", { message: NOT_STORED, cause: error, headers: { "retry-after": "1" } })),
      ),
    );
}

async function afterMissing(error: unknown, next: () => Promise<FastifyReply>): Promise<FastifyReply> {
  if (error instanceof ObjectMissing) return next();
  throw error;
}

/** Ranges are of the plain file, so that a client that resumes gets what it began. Where only the packed form is damaged the plain one is sent. */
async function chosen(objects: ObjectStore, file: PublicFile, request: FastifyRequest): Promise<Representation> {
  const { gzip } = file;
  const takesGzip = request.headers.range === undefined && acceptsGzip(request.headers["accept-encoding"]);
  if (gzip !== null && takesGzip) {
    const packed: Representation = { key: gzip.key, bytes: gzip.bytes, etag: `"${gzip.sha256}"`, encoding: "gzip" };
    // A client that has the file needs no look at it, which may be a download.
    if (isUnchanged(request.headers, packed, file.publishedAt) || !(await isDamaged(objects, gzip.key))) return packed;
  }
  return { key: file.key, bytes: file.bytes, etag: `"${file.sha256}"`, encoding: null };
}

async function isDamaged(objects: ObjectStore, key: string): Promise<boolean> {
  return objects.check(key).then(
    () => false,
    (error: unknown) => error instanceof ObjectDamaged,
  );
}

async function download({ services, mayDownload }: FileRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = members(request.params);
  const { expires, signature } = members(request.query);
  const signed = readSignedDownload(services, { token: String(token), expires: String(expires), signature: String(signature) });
  if (signed === undefined || !(await mayDownload(signed))) throw new RequestError("link_expired");
  const stored = await services.objects.head(signed.key);
  if (stored === undefined) throw new RequestError("resource_not_found", { message: "The file behind this link is no longer stored." });
  const contentType = `${signed.contentType}; charset=utf-8`;
  const contentDisposition = `attachment; filename="${signed.fileName.replace(/[^\w.-]/g, "_")}"`;
  const takesGzip = acceptsGzip(request.headers["accept-encoding"]);
  const url = await services.objects.downloadUrl?.(signed.key, { contentType, contentDisposition, acceptsGzip: takesGzip });
  if (url !== undefined) return reply.headers({ ...UNTRUSTED, "cache-control": "private, no-store" }).redirect(url, 302);
  const headers = {
    ...UNTRUSTED,
    "content-type": contentType,
    "cache-control": "private, no-store",
    "content-disposition": contentDisposition,
  };
  const representation = { key: signed.key, bytes: stored.bytes, etag: `"${signed.key.replaceAll("/", "-")}"`, encoding: null };
  return sendObject(services.objects, request, reply, { representation, modifiedAt: stored.storedAt, headers });
}

async function image({ sampleImage }: FileRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = members(request.params);
  const name = /^([a-z0-9-]{1,200})\.png$/.exec(String(file))?.[1];
  const bytes = name === undefined ? undefined : sampleImage(name);
  if (bytes === undefined) throw new RequestError("resource_not_found");
  return reply.headers({ "content-type": "image/png", "cache-control": IMAGE_CACHE, "x-content-type-options": "nosniff" }).send(bytes);
}
