import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { markStale, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { countOf, formatCount } from "../messages/format.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { type CellEdits, countEdits, listEdits, requestsOf, type RowOfEdits } from "./cell-edits.ts";
import styles from "./source.module.css";

interface EditBarProps {
  readonly edits: CellEdits;
  readonly version: number;
  readonly onUndo: () => void;
  readonly onDone: () => void;
}

/** What was there before the last change, so that it can be taken back. */
type Previous = readonly (readonly RowOfEdits[])[];

const SHOWN_MAX = 100;
const MARKS = ["source.", "products.", "feeds.", "config.", "runs.", "shop."] as const;

/** Edits that wait: how many, what they'd do, and applying them as one change with a run. */
export function EditBar({ edits, version, onUndo, onDone }: EditBarProps): ReactNode {
  const feed = useFeed();
  const client = useQueryClient();
  const preview = useChange("cells.set_many");
  const [isReviewing, setReviewing] = useState(false);
  const [isApplying, setApplying] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [applied, setApplied] = useState<{ readonly count: number; readonly previous: Previous } | undefined>();
  const count = countEdits(edits);
  const path = { id: feed.id };
  const review = () => {
    const [rows] = requestsOf(edits);
    if (rows === undefined) return;
    setReviewing(true);
    preview.mutate({ path, body: { rows: [...rows], preview: true } });
  };
  const apply = async (requests: Previous, expected: number | undefined) => {
    setApplying(true);
    setError(null);
    const previous: RowOfEdits[][] = [];
    let present = expected;
    try {
      for (const rows of requests) {
        const query = present === undefined ? {} : { expected_version: present };
        const done = await call("cells.set_many", { path, query, body: { rows: [...rows] } });
        if (done.object !== "cells_update") continue;
        present = expected === undefined ? undefined : done.version;
        previous.push(done.rows.map(({ row_id, previous: cells }) => ({ row_id, cells })));
        const [refused] = done.errors;
        if (refused !== undefined) throw new Error(`${refused.column ?? "The row"} of row ${refused.row_id}: ${refused.message}`);
      }
      await call("feeds.regenerate", { path }).catch((thrown: unknown) => {
        // A run that is under way reads the change, or another follows it.
        if (!(thrown instanceof ApiError && thrown.status === 409)) throw thrown;
      });
      setReviewing(false);
      onDone();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setApplying(false);
      await markStale(client, MARKS);
    }
    return previous;
  };
  const applyAll = async (expected: number | undefined) => {
    const previous = await apply(requestsOf(edits), expected);
    if (previous.length > 0) setApplied({ count, previous });
  };
  const takeBack = async () => {
    if (applied === undefined) return;
    await apply(applied.previous, undefined);
    setApplied(undefined);
  };
  const isStale = error instanceof ApiError && error.code === "version_conflict";
  useCommands([
    ...(count === 0
      ? []
      : [
          {
            ...{
              id: "review",
              label: isReviewing ? "Apply the edits and run" : "Review the edits",
              keys: "Ctrl+Enter",
              group: "Source data",
            },
            run: () => (isReviewing ? void applyAll(version) : review()),
          },
        ]),
    ...(count === 0 && applied !== undefined
      ? [{ id: "take back", label: "Take the applied edits back", keys: "Ctrl+z", group: "Source data", run: () => void takeBack() }]
      : []),
  ]);
  if (count === 0 && applied === undefined) return null;
  const problem = isStale ? (
    <div className={styles["stale"]} role="alert">
      <span>Someone else has changed this feed since you began.</span>
      <Link to="/shops/$shopId/feeds/$feedId/versions" params={feed}>
        See the change
      </Link>
      <Button onPress={() => void applyAll(undefined)}>Put mine on top</Button>
    </div>
  ) : (
    <Fault error={error} />
  );
  if (count === 0)
    return (
      <div className={styles["bar"]} role="status">
        <span>{countOf(applied?.count ?? 0, "edit")} applied. The feed is running.</span>
        {problem}
        <Button isPending={isApplying} onPress={() => void takeBack()}>
          Undo
        </Button>
        <Button kind="quiet" onPress={() => setApplied(undefined)}>
          Dismiss
        </Button>
      </div>
    );
  return (
    <>
      <div className={styles["bar"]} role="status">
        <span>
          {countOf(count, "edit")} in {countOf(edits.size, "row")}
        </span>
        {isReviewing ? null : problem}
        <Button onPress={onUndo}>Undo</Button>
        <Button onPress={onDone}>Discard</Button>
        <Button kind="primary" keys="Ctrl ↵" onPress={review}>
          Review
        </Button>
      </div>
      <Sheet isOpen={isReviewing} onClose={() => setReviewing(false)} title={`Review ${countOf(count, "edit")}`}>
        <Fault error={preview.error} />
        {preview.data?.object === "feed_preview" ? (
          <p>
            {countOf(preview.data.summary.changed, "row")} of the file would change, {formatCount(preview.data.summary.newly_excluded)}{" "}
            would leave and {formatCount(preview.data.summary.newly_included)} would come back.
          </p>
        ) : (
          <p>Looking at what would change…</p>
        )}
        <ul className={styles["edits"]}>
          {listEdits(edits)
            .slice(0, SHOWN_MAX)
            .map(({ rowId, column, before, after }) => (
              <li key={`${rowId} ${column}`}>
                <span className={styles["where"]}>
                  {column} · {rowId}
                </span>
                <s>
                  <CatalogText>{before === "" ? "blank" : before}</CatalogText>
                </s>
                <CatalogText by="person">{after === null ? "the shop's value" : after === "" ? "blank" : after}</CatalogText>
              </li>
            ))}
          {count > SHOWN_MAX ? <li>and {formatCount(count - SHOWN_MAX)} more</li> : null}
        </ul>
        {problem}
        <Button kind="primary" isPending={isApplying} onPress={() => void applyAll(version)}>
          Apply and run
        </Button>
      </Sheet>
    </>
  );
}
