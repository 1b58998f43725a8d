import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { branded, parseJson } from "../../src/kernel/unsafe.ts";
import { type FaultKind, type FaultScript, faultScript } from "./fault-script.ts";
import type { OperationFile } from "./operation-file.ts";
import { requestJudge } from "./request-judge.ts";

/** A platform played on this machine: it judges every request by the platform's published description, keeps state, and fails by a script. */

export interface FakeRequest {
  /** The operation of the description that it is. */
  readonly operation: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** Parsed JSON or form fields; null without a body. */
  readonly body: unknown;
  readonly bytes: Buffer;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, bytes as they are. */
  readonly body?: unknown;
}

/** How one platform behaves. */
export interface FakeConduct {
  readonly operations: OperationFile;
  /** What a request that the description doesn't allow is answered; the fault is also kept in `violations`. */
  refuse(request: Pick<FakeRequest, "method" | "path">, fault: string): FakeAnswer;
  /** The platform's form of a fault that the script orders. */
  fail(kind: FaultKind): FakeAnswer;
  handle(request: FakeRequest): FakeAnswer | Promise<FakeAnswer>;
}

export interface FakePlatform extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`; every endpoint of the platform lies below it. */
  readonly url: string;
  readonly script: FaultScript;
  /** Requests by operation, those that the script failed included. */
  readonly counts: ReadonlyMap<string, number>;
  /** Requests that the platform's description doesn't allow. */
  readonly violations: readonly string[];
  /** Requests that are being worked on. */
  readonly atWork: () => number;
}

const BODY_BYTES_MAX = 64 * 1024 * 1024;

export async function startFake(conduct: FakeConduct): Promise<FakePlatform> {
  const script = faultScript();
  const counts = new Map<string, number>();
  const violations: string[] = [];
  let atWork = 0;
  const judge = requestJudge(conduct.operations);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bodyOf(request);
    const url = new URL(request.url ?? "/", "http://fake");
    const asked = { method: request.method ?? "", path: url.pathname, query: url.searchParams, headers: request.headers, bytes };
    const judged = judge({ ...asked, body: parsedBody(request, bytes) });
    const name = "fault" in judged ? "unknown" : judged.operation;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if ("fault" in judged) {
      violations.push(`${asked.method} ${asked.path}: ${judged.fault}`);
      return send(response, conduct.refuse(asked, judged.fault));
    }
    const given = await played({ ...asked, ...judged });
    if (given === null) response.destroy();
    else send(response, given);
  }

  /** With what the script orders; null: the connection breaks. */
  async function played(request: FakeRequest): Promise<FakeAnswer | null> {
    const isGone = async (moment: "before" | "after"): Promise<boolean> => (await script.watch?.(request.operation, moment)) === true;
    if (await isGone("before")) return null;
    const kind = script.next(request.operation);
    if (kind === "cut") return null;
    if (kind === "slow") await sleep(script.slowMs);
    if (kind !== null && kind !== "cut_after" && kind !== "slow" && kind !== "error_after") return conduct.fail(kind);
    const given = await conduct.handle(request);
    if ((await isGone("after")) || kind === "cut_after") return null;
    return kind === "error_after" ? conduct.fail("error") : given;
  }

  const server = createServer((request, response) => {
    atWork += 1;
    answer(request, response)
      // A caller that was killed while it sent its request.
      .catch((error: unknown) => {
        if (!request.destroyed || request.complete) violations.push(`the fake failed: ${String(error)}`);
        response.destroy();
      })
      .finally(() => (atWork -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    script,
    counts,
    violations,
    atWork: () => atWork,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(branded<Uint8Array>(chunk));
    chunks.push(bytes);
    length += bytes.length;
    if (length > BODY_BYTES_MAX) throw new Error("a request is larger than any platform takes");
  }
  return Buffer.concat(chunks);
}

function parsedBody({ headers }: IncomingMessage, bytes: Buffer): unknown {
  const type = headers["content-type"] ?? "";
  if (bytes.length === 0) return null;
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  return type.startsWith("application/json") ? parseJson(bytes.toString("utf8")) : bytes;
}

function send(response: ServerResponse, { status, headers = {}, body }: FakeAnswer): void {
  if (Buffer.isBuffer(body) || body === undefined) return void response.writeHead(status, headers).end(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
