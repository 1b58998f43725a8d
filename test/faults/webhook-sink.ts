import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { plainHmac } from "./plain-hmac.ts";

/** One attempt as the receiver saw it. */
export interface SeenAttempt {
  readonly delivery: string;
  readonly eventId: string;
  readonly bodyHash: string;
  readonly at: number;
  readonly verified: boolean;
  readonly answered: "ok" | "error" | "reset";
}

export interface WebhookSink extends AsyncDisposable {
  /** Where a receiver of this name is called; what it is called with is verified with `secret`. */
  readonly receiver: (name: string, kind: ReceiverKind) => { readonly url: string; readonly knows: (secret: string) => void };
  readonly attempts: readonly SeenAttempt[];
}

/** `flaky` fails the first attempt of some events: by an answer, or by cutting the connection. */
export type ReceiverKind = "good" | "flaky";

/** Of a flaky receiver's events; five in a row by chance would disable it, and do not happen. */
const ONE_FAILS_OF = 60;
/** A receiver whose clock is ours. */
const TOLERANCE_S = 30;

interface Receiver {
  readonly kind: ReceiverKind;
  readonly toleranceS: number;
  secret: string | undefined;
  readonly failed: Set<string>;
}

/** Takes deliveries, remembers each attempt, and answers as its receivers do. `toleranceS`: more where senders' clocks are wrong. */
export async function openWebhookSink({ toleranceS = TOLERANCE_S } = {}): Promise<WebhookSink> {
  const receivers = new Map<string, Receiver>();
  const attempts: SeenAttempt[] = [];
  const server = createServer((request, response) => {
    const receiver = receivers.get(request.url ?? "");
    if (receiver === undefined) response.writeHead(404).end();
    else void take(receiver, { request, response }).then((attempt) => attempts.push(attempt));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${String(members(server.address())["port"])}`;
  return {
    attempts,
    receiver(name, kind) {
      const receiver: Receiver = { kind, toleranceS, secret: undefined, failed: new Set() };
      receivers.set(`/${name}`, receiver);
      return { url: `${origin}/${name}`, knows: (secret) => (receiver.secret = secret) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function take(
  receiver: Receiver,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<SeenAttempt> {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(request, "end");
  const body = Buffer.concat(chunks);
  const eventId = String(members(parseJson(body.toString()))["id"]);
  const answered = answerOf(receiver, eventId);
  // Before it is answered: what happens to the sender after that, this attempt was made.
  const attempt = {
    delivery: String(request.headers["x-svc-delivery"]),
    eventId,
    bodyHash: createHash("sha256").update(body).digest("hex"),
    at: performance.now(),
    verified: verifies(receiver, request.headers, body),
    answered,
  };
  if (answered === "reset") request.socket.resetAndDestroy();
  else response.writeHead(answered === "ok" ? 200 : 500).end(answered);
  return attempt;
}

function answerOf({ kind, failed }: Receiver, eventId: string): SeenAttempt["answered"] {
  const chance = createHash("sha256").update(eventId).digest();
  if (kind === "good" || failed.has(eventId) || chance.readUInt16BE(0) % ONE_FAILS_OF !== 0) return "ok";
  failed.add(eventId);
  return chance.readUInt8(2) % 2 === 0 ? "error" : "reset";
}

function verifies({ secret, toleranceS }: Receiver, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const timestamp = String(headers["x-svc-timestamp"]);
  if (secret === undefined || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceS) return false;
  return headers["x-svc-signature"] === `sha256=${plainHmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]))}`;
}
