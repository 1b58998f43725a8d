import type { FastifyReply, FastifyRequest } from "fastify";
import { RequestError } from "../../kernel/errors.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { isUnchanged, type RangeAsked, rangeOf, type Representation } from "./representation.ts";

export interface SentFile {
  readonly representation: Representation;
  readonly modifiedAt: Date;
  /** What every answer about this file carries. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a file or a part of it, or says that the client's copy is current. Rejects with `ObjectMissing`, `ObjectDamaged` or `range_not_satisfiable` before anything is sent. */
export async function sendObject(
  objects: ObjectStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  const { representation, modifiedAt } = file;
  const unchanged = isUnchanged(request.headers, representation, modifiedAt);
  // Before the headers: a refusal must not carry them.
  if (!unchanged) await objects.check(representation.key);
  reply.headers({ ...file.headers, etag: representation.etag, "last-modified": modifiedAt.toUTCString(), "accept-ranges": "bytes" });
  if (unchanged) return reply.code(304).send();
  if (representation.encoding !== null) reply.header("content-encoding", representation.encoding);
  const range = request.method === "GET" ? rangeOf(request.headers, representation, modifiedAt) : "whole";
  if (range === "unsatisfiable")
    throw new RequestError("range_not_satisfiable", { headers: { "content-range": `bytes */${representation.bytes}` } });
  return sendRange(objects, request, reply, { representation, range });
}

/** A client that takes nothing of a file for so long holds a connection and an open file; a slow line takes something every second. */
const IDLE_WRITE_TIMEOUT_MS = 30_000;

interface RangeToSend {
  readonly representation: Representation;
  readonly range: Exclude<RangeAsked, "unsatisfiable">;
}

async function sendRange(
  objects: ObjectStore,
  request: FastifyRequest,
  reply: FastifyReply,
  { representation, range }: RangeToSend,
): Promise<FastifyReply> {
  const bytes = range === "whole" ? representation.bytes : range.end - range.start + 1;
  if (range !== "whole") reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${representation.bytes}`);
  reply.header("content-length", String(bytes));
  if (request.method === "HEAD") return reply.send();
  reply.raw.setTimeout(IDLE_WRITE_TIMEOUT_MS, () => reply.raw.destroy());
  const stream = await objects.read(representation.key, range === "whole" ? undefined : range);
  reply.raw.once("close", () => stream.destroy());
  return reply.send(stream);
}
