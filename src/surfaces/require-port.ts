import { once } from "node:events";
import { createServer } from "node:net";
import { type Listener, portUnusable } from "./port-unusable.ts";

/** Rejects with one sentence where a port cannot be listened on now. The port is free again at once; whoever listens on it later checks for itself. */
export async function requirePort(listener: Listener): Promise<void> {
  const { host, port } = listener;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), "listening");
  } catch (error) {
    throw portUnusable(listener, error);
  }
  const closed = once(server, "close");
  server.close();
  await closed;
}
