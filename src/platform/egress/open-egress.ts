import { outsideTransactions } from "../postgres/postgres-port.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { EgressCalls } from "./egress-calls.ts";
import type { Egress } from "./egress-port.ts";
import type { ResolveName } from "./resolve-name.ts";
import { urlRefusal } from "./url-refusal.ts";

export interface EgressOptions {
  /** For development: http and this machine may be called by `post`. Private networks stay refused. */
  readonly allowLoopback: boolean;
  /** How names are looked up; by the system's name servers without it. */
  readonly resolve?: ResolveName;
  readonly log: Logger;
}

/** The HTTP client is loaded with the first call: most commands make none, and it takes a sixth of their start. */
export function openEgress(options: EgressOptions): Egress {
  let opened: Promise<EgressCalls> | undefined;
  let closed = false;
  const open = async (): Promise<EgressCalls> => {
    const { openCalls } = await import("./egress-calls.ts");
    const calls = openCalls(options);
    // A call that comes too late fails like one that was under way.
    if (closed) await calls[Symbol.asyncDispose]();
    return calls;
  };
  const calls = (): Promise<EgressCalls> => (opened ??= open());
  return {
    refusal: (url) => urlRefusal(url, { loopback: options.allowLoopback }),
    post: outsideTransactions("the network", async (request) => (await calls()).post(request)),
    fetch: outsideTransactions("the network", async (url, init) => (await calls()).fetch(url, init)),
    async [Symbol.asyncDispose]() {
      closed = true;
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}
