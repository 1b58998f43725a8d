import { useApi } from "../api/queries.ts";
import { shortId } from "../shell/paths.ts";

/** What is known about the source's columns beside their values. */
export interface ColumnFacts {
  /** Computed from other columns, so nobody can edit them. */
  readonly locked: ReadonlySet<string>;
  /** Feed columns that read it. */
  readonly feeds: (column: string) => readonly string[];
  /** Numbers of the active rules that write one of those, and so may write over an edit. */
  readonly rulesOver: (column: string) => readonly string[];
}

export function useColumnFacts(feedId: string): ColumnFacts {
  const mappings = useApi("columns.mappings", { path: { feed_id: feedId } });
  const rules = useApi("rules.list", { path: { feed_id: feedId } });
  const computed = mappings.data?.source_columns.filter((column) => column.computed) ?? [];
  const feeds = (column: string) => mappings.data?.propagates_to[column] ?? [];
  return {
    locked: new Set(computed.map(({ name }) => name)),
    feeds,
    rulesOver(column) {
      const written = feeds(column);
      const over = rules.data?.filter(
        ({ active, definition }) => active && written.includes(String(definition["target"] ?? definition["slot"])),
      );
      return over?.map(({ id }) => shortId(id)) ?? [];
    },
  };
}
