import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type BulkLine, type LineSource } from "./bulk-lines.ts";
import { flagAt, gidOf, listAt, numberAt, textAt } from "./line-values.ts";

/** Locations whose stock becomes a source column; a shop may have hundreds of stores. */
const LOCATIONS_MAX = 50;

interface Level {
  readonly variantId: string;
  readonly location: string;
  readonly available: string;
}

/** Hands over the stock of each location as facts, and answers the source columns: `inventory-<location>`. `locations`: names by id. */
export async function handInventory(source: LineSource, locations: ReadonlyMap<string, string>, sink: RawSink): Promise<readonly string[]> {
  if (locations.size > LOCATIONS_MAX) source.repairs.count("locations_left_out", locations.size - LOCATIONS_MAX);
  const columns = locationColumns(locations);
  const filled = new Set<string>();
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const level = levelOf(line);
      const column = level === undefined ? undefined : columns.get(level.location);
      if (level === undefined || column === undefined) continue;
      filled.add(column);
      const room = sink.fact({ owner: "variant", owner_id: level.variantId, column, value: level.available });
      if (room instanceof Promise) await room;
    }
  }
  return [...columns.values()].filter((column) => filled.has(column));
}

/** Columns by location, the oldest location first; a name that two have carries the id of the later one. */
export function locationColumns(locations: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byAge = [...locations].toSorted(([one], [other]) => Number(gidOf(one)?.id ?? 0) - Number(gidOf(other)?.id ?? 0));
  const taken = new Set<string>();
  return new Map(
    byAge.slice(0, LOCATIONS_MAX).map(([id, name]) => {
      const plain = `inventory-${slugOf(name)}`;
      const column = taken.has(plain) || plain === "inventory-" ? `${plain}-${gidOf(id)?.id ?? ""}`.replace("--", "-") : plain;
      taken.add(column);
      return [id, column];
    }),
  );
}

function slugOf(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, ""); // prettier-ignore
}

/** A level at a location that has switched the variant off is none. */
function levelOf(line: BulkLine): Level | undefined {
  const variant = gidOf(textAt(line, "__parentId"));
  const location = textAt(line, "location", "id");
  if (variant?.type !== "ProductVariant" || location === null || flagAt(line, "isActive") === "false") return undefined;
  const quantity = listAt(line, "quantities").find((one) => textAt(one, "name") === "available");
  const available = numberAt(quantity, "quantity");
  return available === null ? undefined : { variantId: variant.id, location, available };
}
