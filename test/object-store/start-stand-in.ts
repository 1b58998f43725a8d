import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { answerBucket } from "./bucket-requests.ts";
import type { Answer, Call } from "./call.ts";
import { type Draw, drawFaults, FAULT_NAMES, type FaultName, type Faults, NO_FAULTS } from "./faults.ts";
import { answerObject } from "./object-requests.ts";
import { readBody } from "./request-body.ts";
import { S3Error } from "./s3-error.ts";
import { type Credentials, requireSignature } from "./signature.ts";
import { type Bucket, openBucket } from "./stored-objects.ts";
import { xmlDocument } from "./xml.ts";

/**
 * A stand-in for an S3-compatible store, on this machine alone. It's as strict as AWS where clients get it wrong (signatures, checksums,
 * conditions, rules of multipart uploads) and fails when told to. Objects are on disk and outlive the process.
 */
export interface StandInOptions {
  readonly root: string;
  readonly port?: number;
  readonly buckets?: readonly string[];
  readonly credentials?: readonly Credentials[];
  readonly region?: string;
  readonly seed?: number;
  readonly faults?: Partial<Faults["rates"]>;
  readonly latencyMs?: number;
  /** A store of before 2024: takes no notice of conditions on writes. */
  readonly ignoresConditions?: boolean;
  readonly now?: () => Date;
  /** Requests, as `METHOD /path?query`, that the access key has no permission for. */
  readonly denied?: RegExp;
}

export interface StandIn extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly faults: Faults;
  /** `METHOD /path?query` of every request, in their order. */
  readonly requests: readonly string[];
  /** Of the faults that happened, in their order. */
  readonly happened: readonly FaultName[];
  readonly buckets: ReadonlyMap<string, Bucket>;
}

export const STAND_IN_CREDENTIALS: Credentials = Object.freeze({ accessKeyId: "STANDINKEY", secretAccessKey: "stand-in-secret" });
export const STAND_IN_REGION = "eu-central-1";
const SLOW_PIECES = 10;
const SLOW_PAUSE_MS = 40;

interface Served {
  readonly options: StandInOptions;
  readonly buckets: Map<string, Bucket>;
  readonly faults: Faults;
  readonly draw: Draw;
  readonly requests: string[];
  readonly happened: FaultName[];
}

export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const buckets = new Map<string, Bucket>();
  const names = new Set([...(options.buckets ?? []), ...foldersIn(options.root)]);
  for (const name of names) buckets.set(name, await openBucket(join(options.root, name)));
  const faults: Faults = { rates: { ...NO_FAULTS, ...options.faults }, latencyMs: options.latencyMs ?? 0, planned: [] };
  const served: Served = { options, buckets, faults, draw: drawFaults(options.seed ?? 1, faults), requests: [], happened: [] };
  const server = createServer((request, response) => {
    serve(served, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    requests: served.requests,
    happened: served.happened,
    buckets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function foldersIn(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

/** Kept for tests to look at; a long run needs only the latest. */
const REQUESTS_MAX = 20_000;

async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/-/faults") return changeFaults(served, request, response);
  const line = `${request.method} ${request.url}`;
  served.requests.push(line);
  if (served.requests.length > REQUESTS_MAX) served.requests.splice(0, REQUESTS_MAX / 2);
  const fault = possible(served.draw(line), request);
  if (fault !== undefined) served.happened.push(fault);
  if (served.faults.latencyMs > 0) await delay(served.faults.latencyMs);
  if (fault === "reset") return void request.socket.resetAndDestroy();
  const answer = await answered(served, request, fault);
  if (fault === "lostAnswer") return void request.socket.resetAndDestroy();
  const now = served.options.now?.() ?? new Date();
  await send(response, { ...answer, headers: { ...answer.headers, date: now.toUTCString() } }, fault);
}

/** Some faults happen to some requests only. */
function possible(fault: FaultName | undefined, { method, headers }: IncomingMessage): FaultName | undefined {
  if (fault === "conflict") return headers["if-none-match"] === undefined || method === "GET" ? undefined : fault;
  if (fault === "slowBody" || fault === "truncated") return method === "GET" ? fault : undefined;
  return fault;
}

async function answered(served: Served, request: IncomingMessage, fault: FaultName | undefined): Promise<Answer> {
  try {
    const call = await callOf(served, request);
    if (served.options.denied?.test(`${request.method} ${request.url}`) === true) throw new S3Error(403, "AccessDenied", "Access Denied");
    if (fault === "slowDown") throw new S3Error(503, "SlowDown", "Please reduce your request rate.");
    if (fault === "conflict")
      throw new S3Error(
        409,
        "ConditionalRequestConflict",
        "The conditional request cannot succeed due to a conflicting operation against this resource.",
      );
    return await (call.key === "" ? answerBucket(call) : answerObject(call));
  } catch (error) {
    if (!(error instanceof S3Error)) return errorAnswer(new S3Error(500, "InternalError", String(error)));
    // A body that nobody reads would be taken for the next request.
    if (!request.complete) request.resume();
    return errorAnswer(error);
  }
}

function errorAnswer({ status, code, message, details }: S3Error): Answer {
  const xml = xmlDocument("Error", [["Code", code], ["Message", message], ...Object.entries(details), ["RequestId", "stand-in"]]).replace(
    / xmlns="[^"]*"/,
    "",
  );
  return { status, xml, headers: details["Region"] === undefined ? {} : { "x-amz-bucket-region": details["Region"] } };
}

async function callOf({ options, buckets }: Served, request: IncomingMessage): Promise<Call> {
  const now = options.now ?? (() => new Date());
  const signed = requireSignature(request, {
    credentials: options.credentials ?? [STAND_IN_CREDENTIALS],
    region: options.region ?? STAND_IN_REGION,
    now,
  });
  const body = await readBody(request, signed);
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://any");
  const path = decodeURIComponent(pathname).slice(1);
  const hosted = [...buckets.keys()].find((name) => request.headers.host?.startsWith(`${name}.`));
  const [bucketName, key] =
    hosted === undefined ? [path.split("/", 1)[0] ?? "", path.slice((path.split("/", 1)[0]?.length ?? 0) + 1)] : [hosted, path];
  const bucket = buckets.get(bucketName);
  if (bucket === undefined) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist", { BucketName: bucketName });
  if (options.ignoresConditions === true && request.method !== "GET") delete request.headers["if-none-match"];
  return { request, method: request.method ?? "", bucket, bucketName, key, query, body, now: now().getTime() };
}

async function send(response: ServerResponse, answer: Answer, fault: FaultName | undefined): Promise<void> {
  const { status, headers = {}, xml, bytes } = answer;
  const length = bytes?.length ?? Buffer.byteLength(xml ?? "");
  const type = xml === undefined ? {} : { "content-type": "application/xml" };
  response.writeHead(status, { ...headers, ...type, ...(status === 204 ? {} : { "content-length": String(length) }) });
  const isBodyless = response.req.method === "HEAD" || status === 204 || status === 304;
  if (isBodyless) return void response.end();
  if (bytes === undefined) return void response.end(xml);
  const isTruncated = fault === "truncated";
  await sendBytes(response, bytes.stream, { length: isTruncated ? Math.floor(length / 2) : length, isSlow: fault === "slowBody" });
  if (!isTruncated) return void response.end();
  // What was written gets there before the reset.
  await delay(1);
  response.socket?.destroy();
}

async function sendBytes(
  response: ServerResponse,
  stream: AsyncIterable<Buffer>,
  { length, isSlow }: { readonly length: number; readonly isSlow: boolean },
): Promise<void> {
  let left = length;
  for await (const chunk of stream) {
    const size = Math.max(1, Math.ceil(chunk.length / (isSlow ? SLOW_PIECES : 1)));
    for (let at = 0; at < chunk.length && left > 0; at += size) {
      const piece = chunk.subarray(at, Math.min(at + size, at + left));
      left -= piece.length;
      if (isSlow) await delay(SLOW_PAUSE_MS);
      if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    }
  }
}

/** `POST /-/faults` with `{"slowDown": 0.1, "latencyMs": 5}`: from now on these rates, all others 0. */
async function changeFaults({ faults }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const asked = members(parseJson(Buffer.concat(chunks).toString("utf8") || "{}"));
  faults.rates = Object.assign({ ...NO_FAULTS }, ...FAULT_NAMES.map((name) => ({ [name]: Number(asked[name] ?? 0) })));
  faults.latencyMs = Number(asked["latencyMs"] ?? 0);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...faults.rates, latencyMs: faults.latencyMs }));
}
