import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiAnswer, call } from "../api/client.ts";
import { ApiError, type Fault } from "../api/errors.ts";
import { markStale, useAsked, useChange } from "../api/queries.ts";
import { runFeed } from "../feeds/run-feed.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { useSettled } from "../ui/use-settled.ts";
import { MAPPING_MARKS } from "./mapping-marks.ts";

type Preview = Extract<ApiAnswer<"columns.change_mappings">, { readonly object: "feed_preview" }>;

/** After typing stops. */
const PREVIEW_MS = 300;
/** Refusals that say what is wrong with the mapping itself, at its place. */
const FAULTY = new Set(["unknown_source_column", "unknown_feed_column", "validation_failed"]);

/** What a column's new mapping would do, what is wrong with it, and saving it. `wanted` undefined: it isn't complete, or it's as it was. */
export function useMappingChange(column: string, wanted: string | null | undefined, onSaved: (reads: string | null) => void) {
  const { id } = useFeed();
  const client = useQueryClient();
  const { version } = useSeenVersion(id, { own: "columns." });
  const change = useChange("columns.change_mappings", { marks: MAPPING_MARKS });
  const settled = useSettled(wanted, PREVIEW_MS);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const preview = useAsked(
    ["columns.change_mappings", id, column, settled ?? null],
    () => call("columns.change_mappings", { path: { feed_id: id }, body: { mappings: { [column]: settled ?? null }, preview: true } }),
    { enabled: settled !== undefined },
  );
  const save = async (reads: string | null | undefined, isRun: boolean, isForced: boolean) => {
    if (reads === undefined || isPending) return;
    setPending(true);
    setFailure(null);
    const query = version === undefined || isForced ? {} : { expected_version: version };
    try {
      const changed = await change.mutateAsync({ path: { feed_id: id }, query, body: { mappings: { [column]: reads } } });
      onSaved(reads);
      if (isRun) await runFeed(id, changed);
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setPending(false);
      await markStale(client, [...MAPPING_MARKS, "runs."]);
    }
  };
  const faults = wanted === undefined || settled !== wanted ? [] : faultsOf(preview.error);
  return {
    ...{ faults, isPending },
    preview: isPreview(preview.data) && preview.error === null ? preview.data : undefined,
    isStale: preview.isPlaceholderData || settled !== wanted,
    error: failure ?? (faults.length > 0 || wanted === undefined ? null : preview.error),
    save: (reads: string | null | undefined, isRun: boolean, isForced = false) => void save(reads, isRun, isForced),
  };
}

function isPreview(answer: ApiAnswer<"columns.change_mappings"> | undefined): answer is Preview {
  return answer?.object === "feed_preview";
}

function faultsOf(error: Error | null): readonly Fault[] {
  return error instanceof ApiError && FAULTY.has(error.code) ? error.details : [];
}
