import type { FastifyInstance } from "fastify";
import { RequestError } from "../../kernel/errors.ts";

/**
 * How a client learns what key to send (RFC 9728): the challenge of a 401 leads to a document about `/v1/mcp`. It names no authorization server,
 * because there is none: people make keys in Feedwright and give them to the client.
 */
const PATH = "/.well-known/oauth-protected-resource";

export function serveResourceMetadata(app: FastifyInstance, publicUrl: string): void {
  const metadata = {
    resource: `${publicUrl}/v1/mcp`,
    bearer_methods_supported: ["header"],
    scopes_supported: ["read", "write"],
    resource_name: "Feedwright",
    resource_documentation: `${publicUrl}/docs`,
  };
  for (const path of [PATH, `${PATH}/v1/mcp`]) app.get(path, (_request, reply) => reply.header("cache-control", "no-cache").send(metadata));
}

/** A 401 of this resource. `read` is the least a useful key has. */
export function challenged(
  error: RequestError,
  { publicUrl, isPresented }: { readonly publicUrl: string; readonly isPresented: boolean },
): RequestError {
  const parameters = [...(isPresented ? ['error="invalid_token"'] : []), `resource_metadata="${publicUrl}${PATH}/v1/mcp"`, 'scope="read"'];
  const headers = { ...error.headers, "www-authenticate": `Bearer ${parameters.join(", ")}` };
  return new RequestError(error.code, { message: error.message, headers });
}
