import type { OpenApiOperation, OpenApiParameter } from "./openapi-document.ts";

interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly body: OpenApiOperation["requestBody"];
}

/** A command that can be pasted into a shell once the key is set. */
export function curlExample({ url, method, parameters, body }: CurlRequest): string {
  const place = (kind: OpenApiParameter["in"]) => parameters.filter((parameter) => parameter.in === kind && parameter.required);
  const path = place("path").reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, valueOf(parameter)), url);
  const query = place("query").map((parameter) => `${parameter.name}=${valueOf(parameter)}`);
  const json =
    body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.content["application/json"].example))}`];
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(query.length === 0 ? path : `${path}?${query.join("&")}`)}`,
    '-H "Authorization: Bearer $FEEDWRIGHT_KEY"',
    ...json,
  ];
  return lines.join(" \\\n  ");
}

function valueOf({ name, example }: OpenApiParameter): string {
  return encodeURIComponent(typeof example === "string" ? example : JSON.stringify(example ?? name));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
