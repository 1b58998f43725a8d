import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";
import { readTaxonomy } from "../taxonomy/taxonomy-file.ts";

/** Google's taxonomy out of its local file, in the form that checks read it (`ChannelInput.taxonomy`). */
export function taxonomyRelation(file: string): Sql {
  return sql`SELECT id, path, lower(path) AS folded, depth, lineage AS ids FROM ${readTaxonomy(file)}`;
}
