import { createHmac, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { treeCpuSeconds } from "./measure.ts";

/**
 * Signed deliveries of a platform, by connections that stay: each asks again when it's been answered. It shares the machine with what it measures, so it's
 * made to cost little: what is the same in all deliveries of one subject is made once.
 */
export interface LoadOptions {
  readonly baseUrl: string;
  readonly servicePid: number;
  readonly secret: string;
  /** Deliveries a second; `Infinity`: as many as are answered. */
  readonly rate: number;
  /** In turn: a product's number, and the shop's domain. */
  readonly subjects: readonly { readonly product: number; readonly domain: string }[];
}

export interface Load {
  readonly taken: number;
  readonly busy: number;
  readonly seconds: number;
  readonly times: readonly number[];
  /** Of the service with its database. */
  readonly serviceCpuSeconds: number;
  readonly ownCpuSeconds: number;
}

const CONNECTIONS = 64;
const TICK_MS = 5;
const END_OF_HEAD = "\r\n\r\n";

export async function startLoad({ baseUrl, servicePid, secret, rate, subjects }: LoadOptions) {
  const { hostname, port, host } = new URL(baseUrl);
  const run = randomUUID();
  const forms = subjects.map((subject) => requestOf(host, secret, subject));
  const counts = { taken: 0, busy: 0, sent: 0 };
  const times: number[] = [];
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(Number(port), hostname)));
  const free = [...sockets];
  const sentAt = new Map<Socket, number>();
  const began = performance.now();
  const cpuBefore = treeCpuSeconds(servicePid);
  const ownBefore = process.cpuUsage();
  let triggeredAt = new Date().toISOString();
  let isRunning = true;

  const send = (socket: Socket): void => {
    const { head, body } = forms[counts.sent % forms.length] ?? { head: "", body: "" };
    counts.sent += 1;
    sentAt.set(socket, performance.now());
    socket.write(
      `${head}x-shopify-webhook-id: ${run}-${counts.sent}\r\nx-shopify-triggered-at: ${triggeredAt}\r\ncontent-length: ${body.length}${END_OF_HEAD}${body}`,
    );
  };
  const sendDue = (): void => {
    const due = rate === Infinity ? free.length : Math.floor(((performance.now() - began) / 1_000) * rate) - counts.sent;
    for (let nth = 0; isRunning && nth < due; nth += 1) {
      const socket = free.pop();
      if (socket === undefined) return;
      send(socket);
    }
  };
  const answered = (socket: Socket, answer: Buffer): void => {
    // Answers have no body.
    const text = answer.toString("latin1");
    if (!text.endsWith(END_OF_HEAD)) throw new Error(`not an answer to a delivery: ${text}`);
    times.push(performance.now() - (sentAt.get(socket) ?? 0));
    sentAt.delete(socket);
    counts[text.startsWith("HTTP/1.1 200 ") ? "taken" : "busy"] += 1;
    free.push(socket);
    if (rate === Infinity) sendDue();
  };
  for (const socket of sockets) socket.on("data", (answer) => answered(socket, answer));
  const ticking = setInterval(() => {
    triggeredAt = new Date().toISOString();
    sendDue();
  }, TICK_MS);

  return {
    stop(): Load {
      isRunning = false;
      clearInterval(ticking);
      for (const socket of sockets) socket.destroy();
      const { user, system } = process.cpuUsage(ownBefore);
      const cpu = { serviceCpuSeconds: treeCpuSeconds(servicePid) - cpuBefore, ownCpuSeconds: (user + system) / 1e6 };
      return { taken: counts.taken, busy: counts.busy, ...cpu, seconds: (performance.now() - began) / 1_000, times };
    },
  };
}

function requestOf(host: string, secret: string, { product, domain }: LoadOptions["subjects"][number]) {
  const body = JSON.stringify({ id: product });
  const lines = [
    "POST /shopify/webhooks HTTP/1.1",
    `host: ${host}`,
    "content-type: application/json",
    "x-shopify-topic: products/update",
    `x-shopify-shop-domain: ${domain}`,
    `x-shopify-hmac-sha256: ${createHmac("sha256", secret).update(body).digest("base64")}`,
    "",
  ];
  return { head: lines.join("\r\n"), body };
}

function opened(port: number, hostname: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => resolve(socket));
    socket.setNoDelay(true).once("error", reject);
  });
}
