import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { markStale } from "../api/queries.ts";
import { sendChange } from "../api/send-change.ts";
import { runFeed } from "../feeds/run-feed.ts";
import { messages } from "../messages/messages.ts";
import type { OwnChanges } from "./use-version-of-edits.ts";
import { type CellEdits, countEdits, editsOf, requestsOf, savedEdits, type RowOfEdits } from "./cell-edits.ts";

const words = messages.source;

type Requests = readonly (readonly RowOfEdits[])[];

interface Applied {
  /** Not those that were refused, or weren't sent because an earlier request failed. */
  readonly saved: CellEdits;
  /** The feed's version with them. */
  readonly version: number;
}

/** What a person does after edits were applied. */
interface Meanwhile {
  /** The feed's version that is shown. Undefined while nothing is. */
  readonly version: number | undefined;
  readonly isEditing: boolean;
  /** Changes when other rows are shown, or the same ones in another order. */
  readonly rows: string;
  /** These cells have just been written, in so many changes up to this version. The page is brought up to date later. */
  readonly onWritten: (cells: CellEdits, made: OwnChanges) => void;
}

export interface AppliedEdits {
  readonly isPending: boolean;
  readonly error: Error | null;
  /** How many were applied last, until something else is done: another edit, other rows, another version of the feed. */
  readonly count: number | undefined;
  /** `expected`: the version they were made on. Undefined puts them on top of whatever there is. Answers undefined if none was applied. */
  readonly apply: (edits: CellEdits, expected: number | undefined) => Promise<Applied | undefined>;
  readonly takeBack: () => Promise<void>;
  readonly forget: () => void;
}

const MARKS = ["source.", "products.", "feeds.", "config.", "runs.", "shop."] as const;

/** Applies edits as one change and runs the feed; keeps what was there before, so that it can be taken back. */
export function useAppliedEdits(feedId: string, { version, isEditing, rows, onWritten }: Meanwhile): AppliedEdits {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [applied, setApplied] = useState<{ readonly count: number; readonly version: number; readonly previous: Requests } | undefined>();
  // A key takes no notice of a button that's pending.
  const applying = useRef(false);
  const takingBack = useRef<typeof applied>(undefined);
  const forget = () => {
    setApplied(undefined);
    setError(null);
  };
  // Edits that were refused still wait, and so does what is said about them.
  useEffect(() => {
    if (isEditing) forget();
  }, [isEditing]);
  useEffect(() => {
    if (!isEditing) forget();
  }, [rows]);
  const isLast = applied !== undefined && (version === undefined || version <= applied.version);
  const send = async (requests: Requests, expected: number | undefined, of?: unknown): Promise<Written> => {
    setPending(true);
    setError(null);
    const written = await write(feedId, requests, { expected, of });
    setError(written.failure);
    const { version: made, sent, refused } = written;
    if (made !== undefined) {
      onWritten(savedEdits(editsOf(sent), sent, refused), { version: made, changes: sent.length });
      // What's written is written, whether the feed can run now or not.
      await runFeed(feedId, made).catch((thrown: unknown) => setError(asError(thrown)));
    }
    await markStale(client, MARKS);
    setPending(false);
    return written;
  };
  return {
    ...{ isPending, error, count: isLast ? applied.count : undefined, forget },
    async apply(edits, expected) {
      if (applying.current) return undefined;
      applying.current = true;
      const written = await send(requestsOf(edits), expected);
      applying.current = false;
      if (written.version === undefined) return undefined;
      const saved = savedEdits(edits, written.sent, written.refused);
      setApplied({ count: countEdits(saved), version: written.version, previous: written.previous });
      return { saved, version: written.version };
    },
    async takeBack() {
      if (applied === undefined || takingBack.current === applied) return;
      takingBack.current = applied;
      const { failure } = await send(applied.previous, undefined, { takesBack: applied.version });
      takingBack.current = undefined;
      if (failure !== null) return;
      // More may have been applied by the time the page is up to date.
      setApplied((latest) => (latest === applied ? undefined : latest));
    },
  };
}

interface Written {
  readonly sent: Requests;
  readonly previous: Requests;
  readonly refused: readonly { readonly row_id: string; readonly column: string | null; readonly message: string }[];
  /** Undefined: nothing was written. */
  readonly version: number | undefined;
  readonly failure: Error | null;
}

interface Writing {
  readonly expected: number | undefined;
  /** What tells this from writing the same cells at another time. */
  readonly of: unknown;
}

/** Sends one request after another, until one fails. */
async function write(id: string, requests: Requests, { expected, of }: Writing): Promise<Written> {
  const [sent, previous, refused]: [RowOfEdits[][], RowOfEdits[][], Written["refused"][number][]] = [[], [], []];
  let [version, known]: [number | undefined, number | undefined] = [undefined, expected];
  try {
    for (const rows of requests) {
      const query = known === undefined ? {} : { expected_version: known };
      const done = await sendChange("cells.set_many", { path: { id }, query, body: { rows: [...rows] } }, { of });
      if (done.object !== "cells_update") continue;
      if (known !== undefined) known = done.version;
      sent.push([...rows]);
      refused.push(...done.errors);
      previous.push(done.rows.map(({ row_id, previous: cells }) => ({ row_id, cells })));
      if (done.rows.length > 0) version = done.version;
    }
  } catch (thrown) {
    return { sent, previous, refused, version, failure: asError(thrown) };
  }
  const [first] = refused;
  const failure = first === undefined ? null : new Error(words.refused(first.column, first.row_id, first.message, refused.length));
  return { sent, previous, refused, version, failure };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
