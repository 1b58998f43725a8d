import { createServer } from "node:net";

/** A listener that nobody may connect to: it answers every connection as a web server would, and counts them. */
export interface Canary extends AsyncDisposable {
  readonly port: number;
  /** Connections so far. */
  connections(): number;
}

/** Every address of this machine: IPv6 and IPv4 where there is both. */
export async function canary(): Promise<Canary> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => socket.destroy());
    // A socket that is not read never learns that the other side is gone.
    socket.resume();
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    port: address.port,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
