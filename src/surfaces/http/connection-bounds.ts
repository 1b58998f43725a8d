import { BlockList, isIPv6, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "./client-network.ts";
import { unavailable } from "./request-error.ts";
import { CONNECTIONS_MAX, CONNECTIONS_OF_NETWORK_MAX, REQUESTS_IN_FLIGHT_MAX, REQUESTS_WAITING_MAX } from "./server-limits.ts";

/** Whose `X-Forwarded-For` counts: nobody's, that of so many hops in front of us, or that of proxies at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Bounds the connections there are, in all and from one network. A trusted proxy's are everybody's. */
export function boundConnections({ server }: FastifyInstance, trustProxy: TrustProxy): void {
  const isProxy = proxyTest(trustProxy);
  const open = new Map<string, number>();
  server.maxConnections = CONNECTIONS_MAX;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isProxy(remoteAddress)) return;
    const network = clientNetwork(remoteAddress);
    const connections = (open.get(network) ?? 0) + 1;
    if (connections > CONNECTIONS_OF_NETWORK_MAX) {
      socket.destroy();
      return;
    }
    open.set(network, connections);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** By hops every client comes through a proxy. */
function proxyTest(trustProxy: TrustProxy): (address: string) => boolean {
  if (trustProxy === false || typeof trustProxy === "number") return () => trustProxy !== false;
  const proxies = new BlockList();
  for (const network of trustProxy) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  // An IPv4 address in IPv6 form is found as what it is.
  return (address) => address !== "" && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

interface Line {
  running: number;
  /** Begins a request that waits. */
  readonly waiting: (() => void)[];
}

/** A client may write requests without waiting for answers (pipelining): of one connection a few are worked on, the others wait their turn. */
export function boundRequestsInFlight(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { running: 0, waiting: [] };
    lines.set(socket, line);
    // Nobody is left to answer.
    socket.once("close", () => line.waiting.splice(0));
    return line;
  };
  app.addHook("onRequest", (request, reply, done) => {
    const line = lineOf(request.raw.socket);
    if (line.running + line.waiting.length >= REQUESTS_WAITING_MAX) {
      reply.header("connection", "close");
      done(unavailable(undefined, "Too many requests on this connection wait for their answers."));
      return;
    }
    const begin = (): void => {
      line.running += 1;
      reply.raw.once("close", () => {
        line.running -= 1;
        // Other connections have their turn first.
        setImmediate(() => line.waiting.shift()?.());
      });
      done();
    };
    if (line.running < REQUESTS_IN_FLIGHT_MAX) begin();
    else line.waiting.push(begin);
  });
}
