/**
 * Every place of the database that names objects. Whoever removes objects first makes the row forget them, so what a row names at any
 * moment is there at that moment. `test/architecture/named-objects.test.ts` looks for columns that are missing here.
 */

/** `prefix`: all objects below it. `key`: the one object. */
export interface NamedObjects {
  readonly kind: "prefix" | "key";
  readonly name: string;
  /** Whose it is, for a sentence: `run 12`. */
  readonly owner: string;
}

interface Naming {
  readonly kind: NamedObjects["kind"];
  readonly owner: string;
  /** SQL of the name, and of where it is. */
  readonly name: string;
  readonly from: string;
}

const EXPORTS = (table: "shops" | "extracts", owner: string, condition: string): readonly Naming[] => [
  { kind: "key", owner, name: "storefront_config ->> 'object'", from: `${table} where ${condition}` },
  { kind: "key", owner, name: "storefront_config -> 'translations' ->> 'object'", from: `${table} where ${condition}` },
];

export const NAMINGS: readonly Naming[] = [
  { kind: "prefix", owner: "'run ' || id", name: "output_prefix", from: "runs where expired_at is null and status = 'completed'" },
  { kind: "prefix", owner: "'extract ' || id", name: "snapshot_prefix", from: "extracts" },
  { kind: "prefix", owner: "'lookup table ' || name", name: "object_prefix", from: "lookup_tables" },
  { kind: "prefix", owner: "'lookup table ' || name", name: "previous_prefix", from: "lookup_tables" },
  { kind: "key", owner: "'product statuses ' || id", name: "object_key", from: "item_readings" },
  { kind: "key", owner: "'sent rows ' || id", name: "sent_key", from: "channel_pushes" },
  { kind: "key", owner: "'sync ' || id", name: "push -> 'plan' ->> 'changes'", from: "sync_logs where status = 'pending'" },
  ...EXPORTS("shops", "'shop ' || id", "true"),
  // A failed or cancelled extract leaves its name behind and not its file; a completed one gave it to the shop.
  ...EXPORTS("extracts", "'extract ' || id", "status in ('pending', 'running')"),
];

/** One row for each name: `kind`, `name`, `owner`. */
export const NAMED_OBJECTS: string = NAMINGS.map(
  ({ kind, owner, name, from }) =>
    `select '${kind}' as kind, n.name, n.owner from (select ${name} as name, ${owner} as owner from ${from}) n where n.name is not null`,
).join("\nunion all ");

/** Below these lies everything that is stored. What is below the last one is named by no row: its highest number is in use. */
export const OBJECT_ROOTS = ["shops/", "uploads/", "taxonomies/"] as const;
const NUMBERED = "taxonomies/";

/** Whether what is stored under a key is named, by itself or by a prefix. */
export function namedBy(named: readonly Pick<NamedObjects, "kind" | "name">[]): (key: string) => boolean {
  const names = new Set(named.map(({ name }) => name));
  return (key) => key.startsWith(NUMBERED) || names.has(key) || ancestors(key).some((prefix) => names.has(prefix));
}

/** The prefixes a key lies below, the longest first. */
export function ancestors(key: string): readonly string[] {
  const parts = key.split("/").slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, parts.length - at).join("/")}/`);
}
