import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Failure, Failures } from "../control/failures.ts";
import { type ByteRange, readRange } from "./byte-range.ts";
import type { BulkLinks, LinkQuery } from "./bulk-links.ts";
import type { BulkOperations } from "./bulk-operations.ts";
import { damaged } from "./download-damage.ts";
import type { ResultFile } from "./result-file.ts";

/** `GET /bulk/{id}.jsonl`: result files behind signed links, as Google Cloud Storage serves them. */

export interface DownloadRoutes {
  readonly bulk: BulkOperations;
  readonly links: BulkLinks;
  readonly failures: Failures;
  readonly now: () => Date;
}

const SentQuery = z.object({ Expires: z.string().optional(), Signature: z.string().optional() });
const SLOW_MS = 5_000;
const FLUSH_MS = 20;

export function serveDownloads(app: FastifyInstance, { bulk, links, failures, now }: DownloadRoutes): void {
  const handler = async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const id = Number(/^(\d{1,15})\.jsonl$/.exec(request.params.file)?.[1] ?? Number.NaN);
    const state = links.check(id, linkQuery(request.query), now());
    if (state !== "open") return refuse(reply, REFUSALS[state]);
    const failure = failures.take("download", bulk.find(id)?.query ?? "");
    const file = bulk.fileOf(id);
    if (file === undefined || failure?.kind === "link_expired") return refuse(reply, REFUSALS.expired);
    if (failure?.kind === "download_503") return refuse(reply, REFUSALS.unavailable);
    if (failure?.kind === "slow_download") await wait(failure.forMs ?? SLOW_MS);
    const range = readRange(request.headers.range, file.bytes);
    if (range === "unsatisfiable") return refuse(reply.header("content-range", `bytes */${file.bytes}`), REFUSALS.range);
    return sendFile(reply, file, { range, failure, isHead: request.method === "HEAD" });
  };
  // The HEAD that Fastify makes of a GET would read the whole file.
  app.route({ method: ["GET", "HEAD"], url: "/bulk/:file", handler });
}

function linkQuery(sent: unknown): LinkQuery {
  const query = SentQuery.safeParse(sent);
  return query.success ? { expires: query.data.Expires, signature: query.data.Signature } : { expires: undefined, signature: undefined };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const REFUSALS = {
  forged: { status: 403, code: "SignatureDoesNotMatch", message: "Access denied." },
  expired: { status: 403, code: "ExpiredToken", message: "Invalid argument." },
  range: { status: 416, code: "InvalidRange", message: "The requested range cannot be satisfied." },
  unavailable: { status: 503, code: "ServiceUnavailable", message: "Service unavailable. Please retry your request." },
} as const satisfies Record<string, Refusal>;

function refuse(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  const body = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return reply.code(status).type("application/xml; charset=UTF-8").send(body);
}

interface Sending {
  readonly range: ByteRange | null;
  readonly failure: Failure | undefined;
  readonly isHead: boolean;
}

function sendFile(reply: FastifyReply, file: ResultFile, { range, failure, isHead }: Sending): FastifyReply {
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  reply.headers({
    "accept-ranges": "bytes",
    "content-disposition": "attachment",
    "content-length": String(last - first + 1),
    "content-type": "application/jsonl",
    "x-goog-hash": `crc32c=${file.crc32c},md5=${file.md5}`,
    "x-goog-stored-content-length": String(file.bytes),
  });
  if (range !== null) reply.code(206).header("content-range", `bytes ${first}-${last}/${file.bytes}`);
  if (isHead) return reply.send();
  const bytes = createReadStream(file.path, { start: first, end: last });
  if (failure?.kind === "truncated_download") return reply.send(cutOff(bytes, (last - first + 1) / 2, reply));
  return reply.send(failure === undefined ? bytes : Readable.from(damaged(bytes, failure.kind), { objectMode: false }));
}

/** Ends the connection in the middle, as a proxy that goes away does. */
function cutOff(bytes: Readable, limit: number, reply: FastifyReply): Readable {
  const half = async function* (): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of bytes) {
      const piece = (Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0)).subarray(0, Math.floor(limit - sent));
      sent += piece.length;
      yield piece;
      if (sent >= Math.floor(limit)) break;
    }
    // What was written has to be on its way first.
    await wait(FLUSH_MS);
    reply.raw.socket?.destroy();
  };
  return Readable.from(half(), { objectMode: false });
}
