import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { signature } from "../features/webhooks/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";

/** What came to the listener. */
export interface HeardDelivery {
  readonly event: string;
  readonly delivery: string;
  readonly body: string;
  /** Null: its signature verifies. Else why it does not, as a clause. */
  readonly fault: string | null;
}

export interface DeliveryListener extends AsyncDisposable {
  readonly url: string;
}

export interface Listening {
  /** 0: any that is free. */
  readonly port: number;
  /** Undefined until it is known: what comes before is refused. */
  readonly secret: () => string | undefined;
  readonly heard: (delivery: HeardDelivery) => void;
}

/** Older is refused, so that nobody sends a delivery that was listened to again. */
const TOLERANCE_S = 300;
/** More than any event has. */
const BODY_BYTES_MAX = 16 * 2 ** 20;

/** Takes deliveries at an address of this machine: 200 where the signature verifies, 400 where it does not. */
export async function listenForDeliveries({ port, secret, heard }: Listening): Promise<DeliveryListener> {
  const server = createServer((request, response) => {
    void bytesOf(request).then((body) => {
      const fault = body === undefined ? "is larger than 16 MiB" : faultOf(request.headers, body, secret());
      const header = (name: string): string => String(request.headers[name] ?? "");
      heard({ event: header("x-svc-event"), delivery: header("x-svc-delivery"), body: body?.toString() ?? "", fault });
      response.writeHead(fault === null ? 200 : 400, { "content-type": "text/plain" }).end(fault ?? "ok");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: unknown) => {
    throw new PlainError(
      "port_unusable",
      `Can't listen on port ${port} (${String(members(error)["code"])}). Choose another port with --port.`,
      error,
    );
  });
  const address = members(server.address());
  return {
    url: `http://127.0.0.1:${String(address["port"])}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Undefined where it is too large. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  });
  await once(request, "end");
  return bytes <= BODY_BYTES_MAX ? Buffer.concat(chunks) : undefined;
}

function faultOf(headers: IncomingHttpHeaders, body: Buffer, secret: string | undefined): string | null {
  if (secret === undefined) return "arrived before the secret was known";
  const timestamp = String(headers["x-svc-timestamp"] ?? "");
  if (!/^[0-9]{1,12}$/.test(timestamp)) return "has no X-Svc-Timestamp";
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S)
    return "was signed more than five minutes ago, or this machine's clock is wrong";
  const wanted = Buffer.from(signature(secret, timestamp, body));
  const given = ["x-svc-signature", "x-svc-signature-previous"].map((name) => Buffer.from(String(headers[name] ?? "")));
  const verifies = given.some((each) => each.length === wanted.length && timingSafeEqual(each, wanted));
  return verifies ? null : "is signed with a different secret, or was changed in transit";
}
