import { z } from "zod";
import type { AnyOperation } from "../../features/operation.ts";
import { ERROR_CODES, type ErrorCode, ERRORS } from "../../kernel/errors.ts";
import { exampleError } from "./openapi-error-examples.ts";
import type { OpenApiHeader, OpenApiOperation, OpenApiResponse, Reference } from "./openapi-document.ts";

/** What may go wrong with a request, as the document says it: the surface's own faults and those an operation declares. */

export const ErrorShape = z
  .strictObject({
    error: z.strictObject({
      code: z.string().meta({ description: "Error code for programs. More codes can be added.", examples: ["resource_not_found"] }),
      message: z.string().meta({ description: "Message for a person to read." }),
      param: z.string().nullable().meta({ description: "Field or query parameter at fault, as a JSON Pointer." }),
      details: z
        .array(
          z.strictObject({
            param: z.string().meta({ description: "JSON Pointer to the field." }),
            code: z.string().meta({ description: "What is wrong with it." }),
            message: z.string().meta({ description: "Message for a person to read." }),
            current_version: z.int().optional().meta({ description: "For `version_conflict`: the current version of the feed." }),
            line: z.int().optional().meta({ description: "Line in which the fault begins, from 1. Only for strings such as expressions." }),
            column: z.int().optional().meta({ description: "Character in that line, from 1." }),
          }),
        )
        .meta({ description: "One entry per invalid field." }),
      request_id: z.string().meta({ description: "The same as `X-Request-Id`. Include it if you ask us about the request." }),
      doc_url: z.url().meta({ description: "Explanation of the code." }),
    }),
  })
  .meta({ id: "Error" });

interface SurfaceFault {
  /** Of the response in `components`. */
  readonly name: string;
  readonly of:
    | "every operation"
    | "operations with a path parameter"
    | "reads of a shop"
    | "writes of a shop"
    | "writes of a shop that may add to it"
    | "no shop"
    | "GET"
    | "other methods";
  readonly codes: readonly ErrorCode[];
}

/** What the pipeline answers by itself, one entry per status. */
const SURFACE_FAULTS: readonly SurfaceFault[] = [
  { name: "BadRequest", of: "GET", codes: ["invalid_request"] },
  { name: "BadWriteRequest", of: "other methods", codes: ["invalid_json", "invalid_request", "invalid_idempotency_key"] },
  { name: "Unauthorized", of: "every operation", codes: ["unauthorized"] },
  { name: "Forbidden", of: "reads of a shop", codes: ["insufficient_scope", "wrong_key_kind", "shop_not_connected"] },
  {
    name: "ForbiddenWrite",
    of: "writes of a shop",
    codes: ["insufficient_scope", "wrong_key_kind", "shop_not_connected", "shop_inactive"],
  },
  { name: "ForbiddenKey", of: "no shop", codes: ["insufficient_scope", "wrong_key_kind"] },
  { name: "NotFound", of: "operations with a path parameter", codes: ["resource_not_found"] },
  { name: "InFlight", of: "other methods", codes: ["idempotency_key_in_use"] },
  { name: "PayloadTooLarge", of: "other methods", codes: ["payload_too_large"] },
  { name: "UnsupportedMediaType", of: "other methods", codes: ["unsupported_media_type"] },
  { name: "ValidationFailed", of: "other methods", codes: ["validation_failed", "idempotency_key_reused"] },
  {
    name: "Unprocessable",
    of: "writes of a shop that may add to it",
    codes: ["storage_quota_exceeded", "validation_failed", "idempotency_key_reused"],
  },
  { name: "RateLimited", of: "every operation", codes: ["rate_limited"] },
  { name: "InternalError", of: "every operation", codes: ["internal_error"] },
  { name: "Unavailable", of: "every operation", codes: ["out_of_memory", "storage_full", "unavailable"] },
];

/** Every code the operation can answer, in the order of the catalogue. */
export function operationCodes(operation: AnyOperation): readonly ErrorCode[] {
  const codes = new Set([...faultsOf(operation).flatMap((fault) => fault.codes), ...operation.errors]);
  return ERROR_CODES.filter((code) => codes.has(code));
}

function faultsOf({ keyKind, effect, http, path }: AnyOperation): readonly SurfaceFault[] {
  const kinds: readonly SurfaceFault["of"][] = [
    "every operation",
    keyKind === "merchant" ? (effect === "read" ? "reads of a shop" : "writes of a shop") : "no shop",
    http.method === "GET" ? "GET" : "other methods",
    ...(keyKind === "merchant" && effect === "write" && http.method !== "DELETE" ? ["writes of a shop that may add to it" as const] : []),
    ...(path === null ? [] : ["operations with a path parameter" as const]),
  ];
  return SURFACE_FAULTS.filter((fault) => kinds.includes(fault.of));
}

/** Per status a reference where the codes are those of a shared response, else a response of the operation's own. */
export function errorResponses(operation: AnyOperation, publicUrl: string): Readonly<Record<string, OpenApiResponse | Reference>> {
  const byStatus = Map.groupBy(operationCodes(operation), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const same = SURFACE_FAULTS.find((fault) => fault.codes.length === codes.length && codes.every((code) => fault.codes.includes(code)));
      return [String(status), same === undefined ? errorResponse(codes, publicUrl) : { $ref: referenceTo(same) }];
    }),
  );
}

/** The responses that operations refer to. */
export function sharedResponses(operations: readonly OpenApiOperation[], publicUrl: string): Readonly<Record<string, OpenApiResponse>> {
  const used = new Set(
    operations.flatMap(({ responses }) => Object.values(responses).map((response) => ("$ref" in response ? response.$ref : ""))),
  );
  const shared = SURFACE_FAULTS.filter((fault) => used.has(referenceTo(fault)));
  return Object.fromEntries(shared.map(({ name, codes }) => [name, errorResponse(codes, publicUrl)]));
}

function referenceTo({ name }: SurfaceFault): string {
  return `#/components/responses/${name}`;
}

/** On every response. */
export const COMMON_HEADERS = {
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
} as const;

/** On the success of what takes an `Idempotency-Key`. */
export const REPEAT_HEADERS = {
  "Idempotency-Key": { $ref: "#/components/headers/IdempotencyKey" },
  "Idempotent-Replayed": { $ref: "#/components/headers/IdempotentReplayed" },
} as const;

export const HEADERS: Readonly<Record<string, OpenApiHeader>> = {
  RequestId: { description: "Id of this request. Include it if you ask us about the request.", required: true, schema: { type: "string" } },
  RateLimitPolicy: {
    description: "Limit that applies: `q` requests in `w` seconds. Not sent if there is no limit.",
    required: false,
    schema: { type: "string", examples: [`"merchant";q=120;w=60`] },
  },
  RateLimit: {
    description: "Requests left: `r` now, and the full limit again after `t` seconds.",
    required: false,
    schema: { type: "string", examples: [`"merchant";r=119;t=60`] },
  },
  IdempotencyKey: { description: "Idempotency key that was sent, if any.", required: false, schema: { type: "string" } },
  IdempotentReplayed: {
    description: "Sent if this response repeats the response to the first request with the key. Nothing was done again.",
    required: false,
    schema: { type: "string", const: "true" },
  },
  RetryAfter: { description: "Seconds to wait before you try again.", required: true, schema: { type: "integer", minimum: 0 } },
  WwwAuthenticate: { description: "Scheme to authenticate with.", required: true, schema: { type: "string", const: "Bearer" } },
};

const ECHO = { "Idempotency-Key": { $ref: "#/components/headers/IdempotencyKey" } };

/** Headers that go with a status. */
const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, Reference>>>> = {
  400: ECHO,
  401: { "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" }, ...ECHO },
  403: ECHO,
  404: ECHO,
  409: ECHO,
  413: ECHO,
  415: ECHO,
  422: ECHO,
  429: { "Retry-After": { $ref: "#/components/headers/RetryAfter" }, ...ECHO },
  500: ECHO,
  503: { "Retry-After": { $ref: "#/components/headers/RetryAfter" }, ...ECHO },
};

function errorResponse(codes: readonly ErrorCode[], publicUrl: string): OpenApiResponse {
  const [status = 500] = codes.map((code) => ERRORS[code].status);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].sentence}`).join("\n\n"),
    headers: { ...COMMON_HEADERS, ...STATUS_HEADERS[status] },
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code, publicUrl) }])),
      },
    },
  };
}
