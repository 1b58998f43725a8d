import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { requirePort } from "./require-port.ts";

const LISTENER = { host: "127.0.0.1", verb: "listen", settings: "PORT (or HOST)" };

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("a port in use is refused with one sentence, and a free one is free again at once", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = portOf(server);
  await expect(requirePort({ ...LISTENER, port })).rejects.toMatchObject({
    code: "port_unusable",
    message: `Feedwright can't listen on 127.0.0.1:${port}: another program is using the port. Set PORT (or HOST) to another value.`,
  });
  const closed = once(server, "close");
  server.close();
  await closed;
  await requirePort({ ...LISTENER, port });
  await requirePort({ ...LISTENER, port });
});

test("an address that is not this machine's is refused", async () => {
  await expect(requirePort({ ...LISTENER, host: "192.0.2.1", port: 18_999 })).rejects.toMatchObject({ code: "port_unusable" });
});
