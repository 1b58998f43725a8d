import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastify from "fastify";

/**
 * The reference for people: Scalar's component over `/v1/openapi.json`, with search and a client to try requests with. Everything it needs comes from
 * this service: no fonts, no telemetry, no proxy and no other host, which its policy enforces.
 */

/** Addresses are relative, so that the page also works below a proxy's path. Scalar puts its styles into the page. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Feedwright API</title>
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript. The same for programs: <a href="v1/openapi.json">OpenAPI 3.1</a>; <a href="docs/errors">errors</a>.</noscript>
    <script src="docs/scalar.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const CONFIGURATION = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  operationTitleSource: "summary",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey" },
};

/** Requests go to the host that the page came from, whatever address the document names. */
export const REFERENCE_START = `Scalar.createApiReference("#app", Object.assign(${JSON.stringify(CONFIGURATION)}, {
  url: new URL("v1/openapi.json", document.baseURI).href,
  servers: [{ url: new URL("v1", document.baseURI).href, description: "This installation." }],
}));
`;

export interface Script {
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** Scalar's bundle, five megabytes of which nothing is loaded before somebody opens the page. Its package serves it as a plugin and has no other door to it. */
export async function readScalar(): Promise<Script> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  await using server = fastify();
  await server.register(scalar, { routePrefix: "/", configuration: { url: "/v1/openapi.json" } });
  const { statusCode, rawPayload: bytes } = await server.inject("/js/scalar.js");
  if (statusCode !== 200) throw new Error(`the bundle of the reference page was answered with ${statusCode}`);
  return {
    bytes,
    gzipped: await promisify(gzip)(bytes),
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, ETAG_CHARACTERS)}"`,
  };
}

/** 132 bits tell one version from another. */
const ETAG_CHARACTERS = 22;
