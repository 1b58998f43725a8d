import { createServer, type Server } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SelfSigned, selfSigned } from "../../../test/harness/self-signed.ts";
import { silentLog } from "../objects/silent-log.ts";
import type { EgressAnswer, EgressFailure } from "./egress-port.ts";
import { openEgress } from "./open-egress.ts";

/** A server with a certificate of an authority that this process trusts; every name leads to it. */

const trusted = selfSigned("hooks.example.com");
const expired = selfSigned("hooks.example.com", new Date(Date.now() - 1_000));
const unknown = selfSigned("hooks.example.com");
const egress = openEgress({ allowLoopback: true, resolve: async () => ["127.0.0.1"], log: silentLog });
const before = getCACertificates();
const seen: { host: string | undefined; servername: string | false | null }[] = [];
const servers: Server[] = [];

beforeAll(() => setDefaultCACertificates([...before, trusted.cert, expired.cert]));
afterAll(async () => {
  setDefaultCACertificates(before);
  await egress[Symbol.asyncDispose]();
  for (const server of servers) server.close();
});

async function listening(certificate: SelfSigned, maxVersion: "TLSv1.3" | "TLSv1.1" = "TLSv1.3"): Promise<number> {
  const server = createServer({ ...certificate, maxVersion, minVersion: "TLSv1" }, (request, response) => {
    seen.push({ host: request.headers.host, servername: "servername" in request.socket ? String(request.socket.servername) : null });
    response.end("ok");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

function post(url: string): Promise<EgressAnswer | EgressFailure> {
  const signal = new AbortController().signal;
  return egress.post({ url, headers: {}, body: Buffer.from("{}"), timeoutMs: 3_000, keptBytesMax: 64, signal });
}

test("the name is that of the URL for host, SNI and certificate, although the connection goes to a judged address", async () => {
  const port = await listening(trusted);
  expect(await post(`https://hooks.example.com:${port}/`)).toMatchObject({ kind: "answered", status: 200, body: "ok" });
  expect(seen).toEqual([{ host: `hooks.example.com:${port}`, servername: "hooks.example.com" }]);
});

test("a certificate for another name is no encrypted connection", async () => {
  const port = await listening(trusted);
  const refused = { kind: "failed", fault: "tls_failed", message: "The certificate is for another name." };
  expect(await post(`https://other.example.com:${port}/`)).toMatchObject(refused);
  // A connection to the right name, kept open and with a session to resume, vouches for nobody else.
  expect(await post(`https://hooks.example.com:${port}/`)).toMatchObject({ kind: "answered" });
  expect(await post(`https://other.example.com:${port}/`)).toMatchObject(refused);
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject(refused);
});

test("a certificate that has expired, and one that nobody vouches for", async () => {
  expect(await post(`https://hooks.example.com:${await listening(expired)}/`)).toMatchObject({
    fault: "tls_failed",
    message: "The certificate has expired.",
  });
  expect(await post(`https://hooks.example.com:${await listening(unknown)}/`)).toMatchObject({
    fault: "tls_failed",
    message: "The certificate is self-signed, so it can't be trusted.",
  });
});

test("a server that does not speak TLS, and one whose TLS is too old", async () => {
  const plain = createTcpServer((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const address = plain.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  const failed = { fault: "tls_failed", message: "No encrypted connection could be established." };
  expect(await post(`https://hooks.example.com:${port}/`)).toMatchObject(failed);
  plain.close();
  expect(await post(`https://hooks.example.com:${await listening(trusted, "TLSv1.1")}/`)).toMatchObject(failed);
});
