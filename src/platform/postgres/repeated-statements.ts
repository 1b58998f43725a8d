import type { PoolClient } from "pg";

/**
 * Statements that a connection runs again and again are prepared there: parsing and planning one of four tables takes PostgreSQL
 * longer than running it. One that answers `*` is not, because once a migration adds a column its prepared form only fails.
 */

/** Uses of a statement on a connection before it is prepared; what runs once in a while is not worth a plan in memory. */
const USES_BEFORE = 5;
/** Prepared statements of a connection; each takes some ten kilobytes there. */
const PREPARED_MAX = 100;
/** Texts whose uses are counted: lists of values of any length make ever new ones. */
const COUNTED_MAX = 1_000;

/** Name of a statement that is to be prepared, else undefined. */
export type StatementNames = (text: string) => string | undefined;

export function statementNames(): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= PREPARED_MAX || text.includes("*")) return name;
    const used = (uses.get(text) ?? 0) + 1;
    if (used <= USES_BEFORE) {
      if (uses.size >= COUNTED_MAX) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const given = `repeated_${names.size + 1}`;
    names.set(text, given);
    return given;
  };
}

/** From now on the client prepares what it is asked repeatedly with values. */
export function prepareRepeated(client: PoolClient): void {
  const nameOf = statementNames();
  const query: (...asked: readonly unknown[]) => unknown = client.query.bind(client);
  const asked = (text: unknown, values: unknown, ...others: readonly unknown[]): unknown => {
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || others.length > 0)
      return query(text, values, ...others);
    const name = nameOf(text);
    return name === undefined ? query(text, values) : query({ name, text, values });
  };
  Object.defineProperty(client, "query", { value: asked });
}
