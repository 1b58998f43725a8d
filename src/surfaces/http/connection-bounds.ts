import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { clientNetwork } from "./client-network.ts";
import { type Leave, openNetworkLines } from "./network-lines.ts";
import { CONNECTIONS_MAX, CONNECTIONS_OF_NETWORK_MAX, REQUESTS_IN_FLIGHT_MAX, REQUESTS_WAITING_MAX } from "./server-limits.ts";

/** Whose `X-Forwarded-For` counts: nobody's, that of so many hops in front of us, or that of proxies at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Bounds the connections there are, in all and from one network. A trusted proxy's are everybody's. */
export function boundConnections({ server }: FastifyInstance, trustProxy: TrustProxy): void {
  const isTrusted = proxyTest(trustProxy);
  const open = new Map<string, number>();
  server.maxConnections = CONNECTIONS_MAX;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isTrusted(remoteAddress, 0)) return;
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

/** `hop`: 0 is who connected to us, 1 whom that names as its client. */
type IsTrusted = (address: string, hop: number) => boolean;

/** By hops every client comes through a proxy. */
function proxyTest(trustProxy: TrustProxy): IsTrusted {
  if (trustProxy === false || typeof trustProxy === "number") return (_address, hop) => trustProxy !== false && hop < trustProxy;
  const proxies = new BlockList();
  for (const network of trustProxy) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  // An IPv4 address in IPv6 form is found as what it is. What a client wrote into a header may be any text.
  return (address) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** As the framework finds it later: the first who is no proxy of ours. */
function networkOf({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter(Boolean)
    .toReversed();
  const addresses = [socket.remoteAddress ?? "", ...forwarded];
  return clientNetwork(addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? "");
}

/** What has a limit of its own: by key, session or address. */
const LIMITED = /^\/v1\/(?!openapi\.json)/;

interface Line {
  running: number;
  /** Begins a request that waits. */
  readonly waiting: (() => void)[];
}

/**
 * A client may write requests without waiting for answers (pipelining): of one connection a few are worked on, the others wait their turn. Before
 * the framework makes anything of them, because all that came in one read come at once; a connection with far too many is ended. What nothing else limits waits for others of its network too, whatever connections they came by.
 */
export function boundRequestsInFlight(app: FastifyInstance, trustProxy: TrustProxy): LeaveLine {
  const { server } = app;
  const isTrusted = proxyTest(trustProxy);
  const inNetworkLine = openNetworkLines();
  const leaving = new WeakMap<IncomingMessage, Leave>();
  app.addHook("onSend", (request, _reply, payload, done) => {
    leaving.get(request.raw)?.();
    done(null, payload);
  });
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
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const line = lineOf(request.socket);
    const handle = (): void => {
      for (const handler of handlers) Reflect.apply(handler, server, [request, response]);
    };
    const begin = (): void => {
      line.running += 1;
      response.once("close", () => {
        line.running -= 1;
        // Other connections have their turn first.
        setImmediate(() => line.waiting.shift()?.());
      });
      if (LIMITED.test(request.url ?? "")) return handle();
      inNetworkLine(networkOf(request, isTrusted), (leave) => {
        if (response.destroyed) return leave();
        response.once("close", leave);
        leaving.set(request, leave);
        handle();
      });
    };
    if (line.running < REQUESTS_IN_FLIGHT_MAX) begin();
    else if (line.waiting.length < REQUESTS_WAITING_MAX) line.waiting.push(begin);
    else request.socket.destroy();
  });
  return (request) => leaving.get(request)?.();
}

/** Lets the next of its network begin before the request is answered. */
export type LeaveLine = (request: IncomingMessage) => void;
