import { BlockList, isIP } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createGiveWay } from "../give-way.ts";
import { CONTROL_CALLS, type ControlCall, controlIndex } from "./control-calls.ts";
import type { ProductState } from "./product-state.ts";
import type { SimulatorControl } from "./simulator-control.ts";

/** `/control/…`: for this machine alone, and not through a proxy on it. */
export function serveControl(app: FastifyInstance, control: SimulatorControl): void {
  const isLocal = localOnly();
  const guarded = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => (isLocal(request) ? done() : void refuse(reply)),
  };
  app.get("/control", guarded, () => controlIndex());
  for (const call of CONTROL_CALLS) {
    const url = call.path.replace("{number}", ":number");
    app.route({ ...guarded, method: call.method, url, handler: (request, reply) => answer(call, control, { request, reply }) });
  }
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(403).send({ error: "The control API only answers this machine, without a proxy in between." });
}

function localOnly(): (request: FastifyRequest) => boolean {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return ({ raw, headers }) => {
    const address = raw.socket.remoteAddress ?? "";
    const isProxied = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
    return !isProxied && isIP(address) !== 0 && loopback.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(call: ControlCall, control: SimulatorControl, { request, reply }: Exchange): Promise<FastifyReply> {
  const body = call.body?.safeParse(request.body ?? {});
  if (body?.success === false) {
    const faults = body.error.issues.map(({ path, message }) => `${path.join(".") || "the body"}: ${message}`);
    return reply.code(400).send({ error: faults.join("; "), call: `${call.method} ${call.path}`, see: "GET /control" });
  }
  if (call.path === "/control/state") return reply.type("application/x-ndjson").send(Readable.from(lines(control.state())));
  const result = await call.run(control, { number: numberIn(request.params), body: body?.data });
  if (result === undefined)
    return reply.code(404).send({ error: `There is no such ${call.path.split("/")[2]?.replace(/s$/, "") ?? "thing"}.` });
  return reply.send(result);
}

function numberIn(params: unknown): number {
  const number = typeof params === "object" && params !== null && "number" in params ? String(params.number) : "";
  return /^\d{1,15}$/.test(number) ? Number(number) : -1;
}

async function* lines(products: Iterable<ProductState>): AsyncGenerator<string> {
  const giveWay = createGiveWay();
  for (const product of products) {
    yield `${JSON.stringify(product)}\n`;
    await giveWay();
  }
}
