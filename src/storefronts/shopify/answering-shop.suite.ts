import type { ServerResponse } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { adminClient, type AdminClient } from "./admin-client.ts";
import { ORDINARY_PACE } from "./pace.ts";

/** A shop whose Admin API gives the answers that a test has put in line. */
export interface AnsweringShop {
  readonly server: () => AnsweringServer;
  readonly client: () => AdminClient;
}

/** To be called once in a test file: it opens the shop before the file's tests and closes it after them. */
export function answeringShop(): AnsweringShop {
  let server: AnsweringServer | undefined;
  const egress = openEgress({ allowLoopback: false, log: silentLog });
  beforeAll(async () => {
    server = await answeringServer();
  });
  afterAll(async () => {
    await egress[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  const opened = (): AnsweringServer => {
    if (server === undefined) throw new Error("the shop opens before the tests");
    return server;
  };
  return {
    server: opened,
    client: () =>
      adminClient(
        { shop: "my.example", origin: opened().url, token: "shpat_1" },
        {
          ...{ egress, log: silentLog, pace: { ...ORDINARY_PACE, retryMs: 1 }, signal: new AbortController().signal },
          budget: { take: async () => 0, report: async () => undefined },
        },
      ),
  };
}

export const answering = (data: object) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
