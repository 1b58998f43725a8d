import type { FastifyInstance } from "fastify";

/**
 * Which methods a path takes, for 405 and its `Allow` header. The router keeps a tree per method and cannot be asked, so
 * the routes are noted as they are made. Only a request that found no route pays for the search.
 */
export type AllowedMethods = (path: string) => readonly string[];

export function noteRoutes(app: FastifyInstance): AllowedMethods {
  const routes: { readonly method: string; readonly segments: readonly string[] }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, segments: url.split("/") });
  });
  return (path) => {
    const segments = path.split("/");
    return [...new Set(routes.filter((route) => matches(route.segments, segments)).map(({ method }) => method))].toSorted();
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
  );
}
