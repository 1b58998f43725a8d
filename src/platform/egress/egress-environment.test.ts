import { execFile } from "node:child_process";
import { createServer } from "node:https";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { answeringServer } from "../../../test/harness/answering-server.ts";
import { canary } from "../../../test/harness/canary.ts";
import { selfSigned } from "../../../test/harness/self-signed.ts";
import { parseJson } from "../../kernel/unsafe.ts";

const OPEN_EGRESS = new URL("open-egress.ts", import.meta.url).href;

/** Says as JSON what became of a call of each URL. */
const program = (urls: readonly string[]): string => `
  const { openEgress } = await import(${JSON.stringify(OPEN_EGRESS)});
  const nothing = () => {};
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log };
  const egress = openEgress({ allowLoopback: true, resolve: async () => ["127.0.0.1"], log });
  const urls = ${JSON.stringify(urls)};
  const outcomes = [];
  for (const url of urls) {
    const signal = new AbortController().signal;
    const posted = await egress.post({ url, headers: {}, body: Buffer.from("{}"), timeoutMs: 5000, keptBytesMax: 64, signal });
    outcomes.push(posted.kind === "answered" ? posted.body : posted.fault);
  }
  await egress[Symbol.asyncDispose]();
  console.log(JSON.stringify(outcomes));
`;

/** The same environment leads the global `fetch`, so it is one that leads. A proxy that is none keeps it trying, so it is stopped. */
const control = (url = ""): string =>
  `await fetch(${JSON.stringify(url)}, { signal: AbortSignal.timeout(500) }).catch(() => {}); process.exit();`;

test("no variable of the environment leads a call through a proxy or admits a certificate", async () => {
  await using proxy = await canary();
  await using server = await answeringServer();
  server.answer((response) => void response.end("direct"));
  const encrypted = createServer(selfSigned("hooks.example.com"), (_request, response) => void response.end("encrypted"));
  await new Promise<void>((resolve) => encrypted.listen(0, "127.0.0.1", resolve));
  const address = encrypted.address();
  const encryptedPort = address === null || typeof address === "string" ? 0 : address.port;
  const urls = [`http://hooks.example.com:${new URL(server.url).port}/`, `https://hooks.example.com:${encryptedPort}/`];
  const through = `http://127.0.0.1:${proxy.port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  const env = {
    ...Object.fromEntries(names.map((name) => [name, through])),
    NO_PROXY: "",
    NODE_USE_ENV_PROXY: "1",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
  const run = (text: string) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", text], { env });
  expect(parseJson((await run(program(urls))).stdout)).toEqual(["direct", "tls_failed"]);
  expect(proxy.connections()).toBe(0);
  await run(control(urls[0]));
  expect(proxy.connections()).toBeGreaterThanOrEqual(1);
  encrypted.close();
});
