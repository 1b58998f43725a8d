import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the range from which systems take ports for outgoing connections (from 32768 on Linux, 49152 elsewhere): while the
 * server restarts, a connection of ours could otherwise be given the server's own port.
 */
const PORT_MIN = 20_000;
const PORT_MAX = 29_999;
/** Of ten thousand ports hardly one is taken. */
const ATTEMPTS = 50;

/** A port on 127.0.0.1 that nobody listens on just now. `random` answers 0 to 1. */
export async function findFreePort(random: () => number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = PORT_MIN + Math.floor(random() * (PORT_MAX - PORT_MIN + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${PORT_MIN} to ${PORT_MAX}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
