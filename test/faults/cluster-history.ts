/**
 * What clients of the cluster did and were told, and what the database says in the end. `ok`: it was acknowledged. `fail`: it was refused, and has no
 * effect. `info`: nobody knows, because there was no answer or one that leaves it open; it may have had its effect or not.
 */
export type Outcome = "ok" | "fail" | "info";

interface Timed {
  /** The client. A client does one thing after another. */
  readonly process: string;
  /** The api node that was asked. */
  readonly node: string;
  readonly invokedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
  /** Of the answer; 0 without one. */
  readonly status: number;
}

/** One attempt to make a resource. All attempts with one token are one request, with one `Idempotency-Key`. */
export interface Creation extends Timed {
  readonly operation: "create";
  readonly kind: "key" | "rule" | "feed";
  readonly token: string;
  readonly id: string | null;
}

/** A resource is asked for after its creation was acknowledged. */
export interface Sight extends Timed {
  readonly operation: "see";
  readonly id: string;
  readonly found: boolean;
}

/** A definition is changed, if it's still the version that was seen. */
export interface Edit extends Timed {
  readonly operation: "edit";
  readonly feedId: string;
  readonly expected: number;
  readonly value: string;
}

/** Work is asked for. */
export interface Request extends Timed {
  readonly operation: "regenerate" | "upload";
  /** Of the run or the extract. */
  readonly id: string | null;
}

/** A feed file is read. */
export interface FeedRead extends Timed {
  readonly operation: "read";
  readonly feedId: string;
  readonly file: ReadFile | null;
}

export interface ReadFile {
  readonly encoding: "gzip" | "identity";
  /** Without quotation marks. */
  readonly etag: string;
  /** Of the bytes that were sent, and of the plain file. */
  readonly sentSha256: string;
  readonly sha256: string;
  /** What tells versions apart, over all rows: one each in a file of one run. */
  readonly edits: readonly string[];
  readonly exports: readonly string[];
  readonly rows: number;
  /** Rows an export of that version has. */
  readonly rowsExpected: number;
}

export type Entry = Creation | Sight | Edit | Request | FeedRead;

/** A row of work as it was at one moment. */
export interface Observation {
  readonly kind: "run" | "extract";
  readonly id: number;
  readonly attempt: number;
  readonly status: string;
}

export interface FinalRun {
  readonly id: number;
  readonly feedId: string;
  readonly status: string;
  /** Whether it was ever live. */
  readonly published: boolean;
  /** Null: it made none. */
  readonly sha256: string | null;
  readonly gzipSha256: string | null;
}

export interface FinalEvent {
  readonly id: string;
  readonly name: string;
  /** The run or extract it's about. */
  readonly subject: string;
  /** Of its body. */
  readonly sha256: string;
  /** Whether webhooks were there when it happened. */
  readonly subscribed: boolean;
}

export interface FinalState {
  readonly resources: readonly { readonly kind: Creation["kind"]; readonly token: string; readonly id: string; readonly audited: number }[];
  readonly feeds: readonly { readonly id: string; readonly value: string; readonly values: ReadonlyMap<number, string> }[];
  readonly runs: readonly FinalRun[];
  readonly extracts: readonly { readonly id: string; readonly status: string }[];
  readonly events: readonly FinalEvent[];
  readonly deliveries: readonly { readonly id: string; readonly eventId: string; readonly status: string }[];
  /** How many webhooks are subscribed to every event. */
  readonly webhooks: number;
}

/** An attempt of a delivery as the receiver saw it. */
export interface SeenDelivery {
  readonly delivery: string;
  readonly eventId: string;
  readonly bodyHash: string;
  readonly at: number;
  readonly answered: "ok" | "error" | "reset";
}

/** When something was wrong with the cluster. */
export interface FaultSpan {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Counts by name and outcome, for the report. */
export function countEntries(entries: readonly Entry[]): Readonly<Record<string, Readonly<Record<Outcome, number>>>> {
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const entry of entries) {
    const name = entry.operation === "create" ? `create ${entry.kind}` : entry.operation;
    const own = (counts[name] ??= { ok: 0, fail: 0, info: 0 });
    own[entry.outcome] += 1;
  }
  return counts;
}
