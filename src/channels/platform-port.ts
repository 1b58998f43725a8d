import type { z } from "zod";
import type { Grant, PlatformManners, PlatformRequest, PlatformSettings } from "./platform-request.ts";

/** What an advertising platform's API can do for a shop's feeds: one client per channel, all with the same verbs. */

/** An account of the platform that feeds can be sent to: a Merchant Center account, a catalog, a store. */
export interface PlatformAccount {
  readonly id: string;
  readonly name: string;
  /** What calls need besides the id. */
  readonly parts: Readonly<Record<string, string>>;
  /** What keeps the account from serving products, as a sentence that says what to do; null: nothing known. */
  readonly problem: string | null;
}

export interface Target {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** BCP 47, as the feed has it: `en`, `pt-BR`. */
  readonly language: string;
  /** The channel's setting `feed_label`, where the platform has such labels. Absent: the country is the label. */
  readonly label?: string;
}

/** How a feed should be registered. */
export interface DatafeedWanted {
  readonly name: string;
  /** The channel's file. It has a secret in it, so it also identifies a registration of ours. */
  readonly url: string;
  /** As the channel's settings have it: `tsv`, `csv`, `rss`. */
  readonly format: string;
  /** Hour of the day, 0–23, in `timeZone`. */
  readonly hour: number;
  /** IANA. */
  readonly timeZone: string;
  /** At least one. */
  readonly targets: readonly Target[];
  /** ISO 4217; null while the feed has no live run. */
  readonly currency: string | null;
}

/** A registration at the platform. */
export interface RemoteDatafeed {
  readonly id: string;
  readonly name: string;
  /** Null where the platform doesn't return it. */
  readonly url: string | null;
  /** What tells registrations of one URL apart: `DE/de`. Null where the platform doesn't return it. */
  readonly target: string | null;
}

export type IssueSeverity = "error" | "warning" | "info";

/** An issue as the platform reports it over all items. */
export interface PlatformIssue {
  /** Verbatim. */
  readonly code: string;
  readonly severity: IssueSeverity;
  /** In the channel's spelling. */
  readonly attribute: string | null;
  readonly message: string;
  /** Null where the platform doesn't count. */
  readonly affectedCount: number | null;
  readonly documentationUrl: string | null;
  /** Ids of items as the channel's file has them, or positions in it (`row 12`). */
  readonly samples: readonly string[];
}

export interface Processing {
  readonly state: "never_fetched" | "processing" | "succeeded" | "failed";
  /** ISO 8601. */
  readonly lastFetchedAt: string | null;
  readonly itemsTotal: number | null;
  readonly itemsValid: number | null;
  readonly itemsInvalid: number | null;
  readonly issues: readonly PlatformIssue[];
}

/** A reading of the file that was asked for. */
export interface FetchRun {
  readonly run: string;
}

/** What the platform thinks of one item. */
export interface ItemStatus {
  /** The item's id as the channel's file has it. */
  readonly itemId: string;
  readonly status: "approved" | "limited" | "disapproved" | "pending";
  readonly issues: readonly ItemIssue[];
}

export interface ItemIssue {
  /** Verbatim. */
  readonly code: string;
  readonly severity: IssueSeverity;
  readonly attribute: string | null;
  readonly message: string;
  readonly documentationUrl: string | null;
  /** Countries it concerns; empty: all, or the platform doesn't say. */
  readonly countries: readonly string[];
}

export interface ItemPage {
  readonly items: readonly ItemStatus[];
  /** Where the next page begins; null: this was the last. */
  readonly next: string | null;
}

/** A row to send: its values are those of the channel's file by attribute. `remove`: the row isn't in the file any more. */
export type PushRow =
  | { readonly kind: "put"; readonly itemId: string; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "remove"; readonly itemId: string };

export interface PushBatch {
  readonly rows: readonly PushRow[];
  /** The assignment's settings: country, language, marketplace. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** When the first attempt of this batch began, so that a repeat can look for what that attempt created. */
  readonly since: Date;
}

export interface RowFault {
  /** As in the batch, or the row's position in it (`row 12`) where the platform says only that. */
  readonly itemId: string;
  readonly code: string;
  readonly attribute: string | null;
  readonly message: string;
}

/** `accepted`: the platform works on it, and `pushed` asks for the result by `handle`. */
export type PushOutcome =
  | { readonly kind: "done"; readonly faults: readonly RowFault[] }
  | { readonly kind: "accepted"; readonly handle: string; readonly askAgainMs: number };

/** Which bounds a batch keeps: the platform's own. */
export interface PushLimits {
  readonly rowsMax: number;
  readonly bytesMax: number;
}

/** A verb that the platform's API doesn't have. `instead` is a sentence that says what to do. */
export interface NotSupported {
  readonly instead: string;
}

export type Verb<Input, Output> = ((call: PlatformCall, input: Input) => Promise<Output>) | NotSupported;

export function isSupported<Input, Output>(verb: Verb<Input, Output>): verb is (call: PlatformCall, input: Input) => Promise<Output> {
  return typeof verb === "function";
}

export interface SignInRequest {
  /** Single-use, ours. */
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE (RFC 7636), S256. */
  readonly codeChallenge: string;
  /** The shop's, ISO 3166-1 alpha-2: some platforms have a consent page per region. */
  readonly country?: string;
}

export interface SignInAnswer {
  /** The callback's query. */
  readonly query: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** As in the request. */
  readonly country?: string;
}

/** How a shop connects: by the platform's consent page, by credentials typed in, or both. */
export interface Connecting {
  /** URL of the consent page. Pure. */
  readonly authorize: ((settings: PlatformSettings, request: SignInRequest) => string) | NotSupported;
  /** The callback's parameter that has the code, besides `state`. */
  readonly codeParameter: string;
  readonly exchange: Verb<SignInAnswer, Grant>;
  /** What `POST …/connect` takes as `credentials`. */
  readonly credentials: z.ZodType<Readonly<Record<string, string>>> | NotSupported;
  readonly accept: Verb<Readonly<Record<string, string>>, Grant>;
  /** A new access token. `NotSupported`: tokens of the platform don't expire or can only be granted again. */
  readonly refresh: Verb<Grant, Grant>;
  /** How long before its end a token is refreshed. */
  readonly refreshBeforeMs: number;
  /** Scopes a grant must have, where the platform says which it has. */
  readonly scopes: readonly string[];
  /** Revokes the grant where the platform can. One that it doesn't know any more counts as revoked. */
  readonly revoke: Verb<Grant, void>;
}

export interface ChannelPlatform {
  readonly connecting: Connecting;
  /** `fetch`: the platform reads our file. `push`: we send rows. */
  readonly mode: "fetch" | "push";
  readonly manners: PlatformManners;
  readonly accounts: Verb<void, readonly PlatformAccount[]>;
  /** Registrations of the account, all pages. */
  readonly listDatafeeds: Verb<void, readonly RemoteDatafeed[]>;
  /** What `RemoteDatafeed.target` says of a registration for these targets. Throws a `PlatformFault` for targets one registration can't have. */
  readonly targetOf: (targets: readonly Target[]) => string;
  /** Not repeatable: the caller has looked for one of the same URL and target first. */
  readonly createDatafeed: Verb<DatafeedWanted, RemoteDatafeed>;
  readonly updateDatafeed: Verb<DatafeedWanted & { readonly id: string }, RemoteDatafeed>;
  /** One that isn't there counts as deleted. */
  readonly deleteDatafeed: Verb<string, void>;
  /** Asks the platform to read the file now. */
  readonly fetchNow: Verb<DatafeedWanted & { readonly id: string }, FetchRun | void>;
  /** The least time between two `fetchNow` of a registration that the platform allows. */
  readonly fetchEveryMs: number;
  readonly latestProcessing: Verb<string, Processing>;
  /** What became of one `fetchNow` that named its run, where the platform says more of it than of scheduled ones. */
  readonly processingOf?: Verb<FetchRun, Processing>;
  /** Items of the account, page by page; `after` is a page's `next`. */
  readonly itemStatuses: Verb<{ readonly after: string | null; readonly settings: Readonly<Record<string, unknown>> }, ItemPage>;
  /** Items may be named in lower case, whatever the file has. */
  readonly hasCaselessItems?: true;
  readonly pushLimits: PushLimits;
  readonly push: Verb<PushBatch, PushOutcome>;
  readonly pushed: Verb<string, PushOutcome>;
  /** Our finding's code for an issue of the platform, by its code; null: none matches. */
  readonly findingCodeOf: (issue: { readonly code: string; readonly attribute: string | null }) => string | null;
}

/** What a verb works with. */
export interface PlatformCall {
  readonly settings: PlatformSettings;
  /** The grant as it is now; throws `reauth_required` where there is none. */
  readonly grant: () => Grant;
  /** The account that was chosen; throws `account_required` where none was. */
  readonly account: () => PlatformAccount;
  /** Sends a request, waits for its rates, repeats what may be repeated, and parses the answer's JSON (an empty body is null). Throws a `PlatformFault`. */
  readonly ask: <T>(request: PlatformRequest, answer: z.ZodType<T>) => Promise<T>;
  /** The same for a body that isn't JSON: a report, a document. */
  readonly load: (request: PlatformRequest) => Promise<Buffer>;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
}
