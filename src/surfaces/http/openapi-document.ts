import type { z } from "zod";
import type { ErrorCode } from "../../kernel/errors.ts";
import type { Scope } from "../../kernel/scopes.ts";

/** The parts of OpenAPI 3.1 that we write and read. */

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface Reference {
  readonly $ref: string;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Readonly<Record<string, unknown>> & { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly OpenApiTag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** What we send: an event's name to what is posted to a webhook that subscribes to it. */
  readonly webhooks?: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export interface OpenApiTag {
  readonly name: string;
  readonly description: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: JsonContent & Readonly<Record<string, MediaContent>> };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
  readonly "x-feedwright-key-kinds": readonly string[];
  readonly "x-feedwright-scope": Scope;
  /** Every code it can answer, in the order of the catalogue. */
  readonly "x-feedwright-codes": readonly ErrorCode[];
}

export interface OpenApiWebhook {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly [];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody: { readonly required: true; readonly content: JsonContent };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: JsonContent | TextContent;
}

/** An answer that isn't JSON. */
interface TextContent {
  readonly "application/json"?: never;
  readonly "text/csv"?: MediaContent;
  readonly "text/event-stream"?: MediaContent;
}

interface JsonContent {
  readonly "application/json": MediaContent;
}

export interface MediaContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
