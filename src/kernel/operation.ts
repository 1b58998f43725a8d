import type { z } from "zod";
import type { ErrorCode, ErrorDetail } from "./errors.ts";
import type { Irreversible, McpDecision, UndoneBy } from "./operation-decisions.ts";
import type { KeyKind, Scope } from "./scopes.ts";
import type { WrittenJson } from "./written-json.ts";

/**
 * A business action as data. Routes, the OpenAPI document, authorisation, audit and MCP tools are derived from
 * these objects, so nothing about an action is said twice. The three presets keep them short:
 *
 * - `read`: changes nothing.
 * - `write`: one transaction; names its audit action. Inside it there is the database and nothing else to wait for; what a write
 *   needs besides (the warehouse, objects, the network) its `prepare` brings before.
 * - `command`: a write that also starts work (a job); answers 202.
 *
 * A write without `audit`, a `fail` with a code the operation does not declare, or a missing `mcp` decision does not compile.
 */

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a change was asked and what came of it. */
export interface MadeChange<P extends InputSchema, B extends InputSchema, O extends z.ZodType> {
  readonly path: z.output<P>;
  readonly body: z.output<B>;
  /** What the operation's `before` answered. */
  readonly before: unknown;
  readonly answer: z.input<O>;
}

/**
 * How `undo` takes a change back. `versions`: it is all in the versions of feeds. `kept`: what the operation does keeps its own steps back, besides
 * versions. Everything else names an operation, or says why there is no way back.
 */
export type UndoDecision<P extends InputSchema = InputSchema, B extends InputSchema = InputSchema, O extends z.ZodType = z.ZodType> =
  | "versions"
  | "kept"
  | Irreversible
  | ((change: MadeChange<P, B, O>) => UndoneBy);

/**
 * How a repeat with the same `Idempotency-Key` is answered: the stored answer commits with the work
 * (`transaction`), is stored after it (`read`), or a started row comes first (`external`). `none`: `GET`.
 */
export type IdempotencyClass = "none" | "transaction" | "read" | "external";

/** What an answer may be besides JSON; a stream of events stays open. */
export type TextAnswer = "text/csv" | "text/event-stream";

export type InputSchema = z.ZodObject;

/** Some of the members of something, at any depth; of a list its items, each in the same way. */
export type Partially<T> = T extends readonly (infer Item)[]
  ? readonly Partially<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Partially<T[Name]> }
    : T;

/** A body that is more than a small JSON object. */
export interface Upload {
  /** Instead of the bound that every other body has. */
  readonly bytesMax: number;
  /** By media type: other forms the body may have, and how each becomes what the JSON body would be. */
  readonly forms: Readonly<Record<string, UploadForm>>;
  /**
   * What the operation takes instead of the parsed body: pure, because it is made where the body is parsed, beside the serving thread for a large
   * one; and few values, because they are copied from there.
   */
  readonly digest?: (body: unknown) => unknown;
  /** A file that the body may be instead. It goes to the disk as it arrives, so the configuration bounds it and not `bytesMax`. */
  readonly file?: FileForm;
}

export interface FileForm {
  readonly mediaType: string;
  readonly description: string;
  /** As the reference shows it. */
  readonly example: string;
}

/** A body that arrived as a file, decompressed. It is gone once the request is answered. */
export interface ArrivedFile {
  readonly path: string;
  readonly sha256: Buffer;
}

export interface UploadForm {
  readonly description: string;
  /** As the reference shows it. */
  readonly example: string;
  /** Throws a `RequestError` for bytes that are not of this form; what it answers holds nothing that cannot be stored. */
  readonly read: (bytes: Buffer) => unknown;
}

export interface OperationInput<P extends InputSchema, Q extends InputSchema, B extends InputSchema, T> {
  readonly path: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  /** What `upload.digest` made of the body, which then is empty. */
  readonly digest?: unknown;
  /** The body, where it came as `upload.file`; the parsed body then is empty. */
  readonly file?: ArrivedFile;
  /** What the path names, found before the body is read: a 404 for the path comes before faults of the body. */
  readonly target: T;
}

export interface Refuse<E extends ErrorCode> {
  /**
   * Ends the operation with one of its declared codes. The message is public; without it the catalogue's sentence is used. The
   * first of the details is the member the answer points at.
   */
  fail(code: E, message?: string, details?: readonly ErrorDetail[]): never;
}

interface SpecBase<P extends InputSchema, Q extends InputSchema, B extends InputSchema, O extends z.ZodType, E extends ErrorCode> {
  /** `feeds.list`: noun, verb. */
  readonly name: string;
  /** What the reference calls it: a verb and what it is done to, as in "List extracts". */
  readonly title: string;
  /** One sentence: what it does. */
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope;
  /** Any of these will do as well: what is done with it needs scopes that the operation sees to itself. */
  readonly alsoFor?: readonly Scope[];
  readonly path?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly upload?: Upload;
  readonly output: O;
  /** Where the answer isn't JSON: the output is its text. */
  readonly answersAs?: TextAnswer;
  /** What of the reference's examples is another here than elsewhere in the same shapes: a resource that was just made has done nothing yet. */
  readonly example?: { readonly body?: Partially<z.input<B>>; readonly answer?: Partially<z.input<O>> };
  readonly errors: readonly E[];
  /** The code for a fault in a field of the body that has a more specific one than `validation_failed`. */
  readonly memberCodes?: Readonly<Record<string, E>>;
  /** Members of the body whose items are taken or refused one by one; so are those with a text that nobody can store. */
  readonly itemMembers?: readonly string[];
  /** The merchant alone decides: an organization's key, or one it made, is refused whatever its scopes. */
  readonly ownKeyOnly?: boolean;
  /** Members of input or output that never reach a log or the audit. */
  readonly secrets?: readonly string[];
}

export interface Route {
  readonly method: HttpMethod;
  /** Below `/v1`, path parameters as `{id}`. */
  readonly path: string;
  /** Of success. */
  readonly status: 200 | 201 | 202 | 204;
}

/** What a call is within the transaction of a write, and everywhere else: before it, in a preview and in a read. */
export interface Calls {
  readonly inside: object;
  readonly outside: object;
}

export interface ReadSpec<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
> extends SpecBase<P, Q, B, O, E> {
  readonly mcp: McpDecision;
  /** `POST` where what is asked does not fit into a query string. */
  readonly http: Route & { readonly method: "GET" | "POST"; readonly status: 200 };
  readonly target?: (call: C["outside"] & Refuse<E | "resource_not_found">, path: z.output<P>) => Promise<T>;
  readonly run: (call: C["outside"] & Refuse<E>, input: OperationInput<P, Q, B, T>) => Promise<z.input<O> | WrittenJson>;
}

/** The request alone. */
type Asked<P extends InputSchema, Q extends InputSchema, B extends InputSchema> = Omit<OperationInput<P, Q, B, never>, "target">;

/** `found` and `prepared` are what `find` and `prepare` answered, before the transaction. */
interface ChangeInput<P extends InputSchema, Q extends InputSchema, B extends InputSchema, T, F, R> extends OperationInput<P, Q, B, T> {
  readonly found: F;
  readonly prepared: R;
}

/** What an agent may change it may take back: a change that has a tool says how. */
type Decided =
  | { readonly mcp: { readonly tool: string }; readonly undone: object | string }
  | { readonly mcp: { readonly hidden: string } };

export type WriteSpec<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
  F,
  R,
> = ChangeSpec<C, P, Q, B, O, E, T, F, R> & Decided;

/** In the order in which they run: `find`, `prepare`, the transaction with `target`, `before` and `run`. A preview runs outside of any. */
export interface ChangeSpec<
  C extends Calls,
  P extends InputSchema,
  Q extends InputSchema,
  B extends InputSchema,
  O extends z.ZodType,
  E extends ErrorCode,
  T,
  F,
  R,
> extends SpecBase<P, Q, B, O, E> {
  readonly http: Route & { readonly method: Exclude<HttpMethod, "GET"> };
  readonly mcp: McpDecision;
  readonly undone?: UndoDecision<P, B, O>;
  /** `feed.published`: noun, past tense. The row is written in the operation's own transaction. */
  readonly audit: string;
  /** Where the operation does another thing to some of what its path may name: that thing's action, or undefined for `audit`. */
  readonly auditOf?: (target: T) => string | undefined;
  /** Finds what the path names where that takes more than the database. */
  readonly find?: (call: C["outside"] & Refuse<E | "resource_not_found">, path: z.output<P>) => Promise<F>;
  /**
   * Does what takes the warehouse, the objects or the network, so that no transaction waits for them. It refuses nothing: its answer says
   * what is wrong, and `run` refuses, so that faults keep their order. Where what `run` finds under its locks is no longer what this went
   * by, `run` throws `PreparationOutdated` and both are done again.
   */
  readonly prepare?: (call: C["outside"], input: Asked<P, Q, B> & { readonly found: F }) => Promise<R>;
  /** Takes back what `prepare` has left outside the database, where the change has not come about. */
  readonly undo?: (call: C["outside"], prepared: R) => Promise<void>;
  readonly target?: (call: C["inside"] & Refuse<E | "resource_not_found">, path: z.output<P>) => Promise<T>;
  /** How what is changed stood, for the audit log; as an answer would show it, so without secrets. */
  readonly before?: (target: T, call: C["inside"], input: Asked<P, Q, B> & { readonly found: F }) => object | Promise<object>;
  readonly run: (call: C["inside"] & Refuse<E>, input: ChangeInput<P, Q, B, T, F, R>) => Promise<z.input<O>>;
  readonly preview?: {
    /** Member of the body that asks for it when it is true. */
    readonly member?: string;
    /** Whether the query's `dry_run` asks for it. */
    readonly dryRun?: boolean;
    /** Takes the place of the transaction, changes nothing and leaves no audit row. */
    readonly show: (call: C["outside"] & Refuse<E>, input: ChangeInput<P, Q, B, T, F, R>) => Promise<z.input<O>>;
  };
}

/** Thrown by a write's `run`: what it was prepared with is no longer so. It is prepared and run again. */
export class PreparationOutdated extends Error {
  override readonly name = "PreparationOutdated";
}

/** An operation once defined; what the surfaces read. Its functions take what the schemas have parsed. */
export interface Operation<C extends Calls> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly keyKind: KeyKind;
  readonly ownKeyOnly: boolean;
  readonly scope: Scope;
  readonly alsoFor: readonly Scope[];
  readonly http: Route;
  readonly path: InputSchema | null;
  readonly query: InputSchema | null;
  readonly body: InputSchema | null;
  readonly upload: Upload | null;
  readonly output: z.ZodType;
  /** Null: as JSON. */
  readonly answersAs: TextAnswer | null;
  readonly example: { readonly body?: unknown; readonly answer?: unknown };
  readonly errors: readonly ErrorCode[];
  readonly memberCodes: Readonly<Record<string, ErrorCode>>;
  readonly itemMembers: readonly string[];
  readonly effect: "read" | "write";
  readonly audit: string | null;
  readonly previewMember: string | null;
  readonly dryRun: boolean;
  readonly idempotency: IdempotencyClass;
  readonly mcp: McpDecision;
  /** Null for a read, and for a change that no agent makes. */
  readonly undone: UndoDecision | null;
  readonly secrets: readonly string[];
  /** Whether anything is to be done before the transaction. */
  readonly isPrepared: boolean;
  find(call: C["outside"] & Refuse<ErrorCode>, path: unknown): Promise<unknown>;
  prepare(call: C["outside"], input: unknown): Promise<unknown>;
  undo(call: C["outside"], prepared: unknown): Promise<void>;
  target(call: C["inside"] & Refuse<ErrorCode>, path: unknown): Promise<unknown>;
  /** Of what the path names; null for a read. */
  auditOf(target: unknown): string | null;
  /** Null where an operation does not keep it. */
  before(target: unknown, call: C["inside"], input: unknown): object | null | Promise<object>;
  run(call: C["inside"] & Refuse<ErrorCode>, input: unknown): Promise<unknown>;
  /** What is answered where nothing is changed: by a read, and for a write that is previewed. */
  show(call: C["outside"] & Refuse<ErrorCode>, input: unknown): Promise<unknown>;
}

/** Whether a key with these scopes may call it. */
export function mayCall({ scope, alsoFor }: Pick<Operation<Calls>, "scope" | "alsoFor">, scopes: ReadonlySet<Scope>): boolean {
  return [scope, ...alsoFor].some((one) => scopes.has(one));
}
