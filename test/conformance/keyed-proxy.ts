import { once } from "node:events";
import { createServer, request } from "node:http";
import type { Server } from "node:net";
import { pipeline } from "node:stream/promises";

export interface KeyedProxy extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

/** The suite can't send a key. This adds one to every request and changes nothing else: `Host` and `Origin` go on as they came. */
export async function keyedProxy(port: number, key: string): Promise<KeyedProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers: { ...headers, authorization: `Bearer ${key}` } });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing).catch(() => undefined);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    pipeline(incoming, onward).catch(() => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}

export function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address.port;
}
