import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/client.ts";
import { markStale } from "../api/queries.ts";
import { runFeed } from "../feeds/run-feed.ts";
import { messages } from "../messages/messages.ts";
import { type CellEdits, countEdits, requestsOf, type RowOfEdits } from "./cell-edits.ts";

const words = messages.source;

type Requests = readonly (readonly RowOfEdits[])[];

export interface AppliedEdits {
  readonly isPending: boolean;
  readonly error: Error | null;
  /** How many were applied last, while they can be taken back. */
  readonly count: number | undefined;
  /** `expected`: the version they were made on. Undefined puts them on top of whatever there is. */
  readonly apply: (edits: CellEdits, expected: number | undefined) => Promise<boolean>;
  readonly takeBack: () => Promise<void>;
  readonly forget: () => void;
}

const MARKS = ["source.", "products.", "feeds.", "config.", "runs.", "shop."] as const;

/** Applies edits as one change and runs the feed; keeps what was there before, so that it can be taken back. */
export function useAppliedEdits(feedId: string): AppliedEdits {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [applied, setApplied] = useState<{ readonly count: number; readonly previous: Requests } | undefined>();
  const send = async (requests: Requests, expected: number | undefined): Promise<Requests | undefined> => {
    setPending(true);
    setError(null);
    try {
      const previous = await write(feedId, requests, expected);
      await runFeed(feedId);
      return previous;
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return undefined;
    } finally {
      setPending(false);
      await markStale(client, MARKS);
    }
  };
  return {
    ...{ isPending, error, count: applied?.count },
    async apply(edits, expected) {
      const previous = await send(requestsOf(edits), expected);
      if (previous !== undefined) setApplied({ count: countEdits(edits), previous });
      return previous !== undefined;
    },
    async takeBack() {
      if (applied !== undefined && (await send(applied.previous, undefined)) !== undefined) setApplied(undefined);
    },
    forget: () => setApplied(undefined),
  };
}

async function write(id: string, requests: Requests, expected: number | undefined): Promise<Requests> {
  const previous: RowOfEdits[][] = [];
  let version = expected;
  for (const rows of requests) {
    const query = version === undefined ? {} : { expected_version: version };
    const done = await call("cells.set_many", { path: { id }, query, body: { rows: [...rows] } });
    if (done.object !== "cells_update") continue;
    if (version !== undefined) version = done.version;
    previous.push(done.rows.map(({ row_id, previous: cells }) => ({ row_id, cells })));
    const [refused] = done.errors;
    if (refused !== undefined) throw new Error(words.refused(refused.column, refused.row_id, refused.message));
  }
  return previous;
}
