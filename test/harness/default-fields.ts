import { type FeedRun, feedDefinition, runFeed } from "../golden/feed-run.ts";
import { testDuckdb, type TestDuckdb } from "./duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "./raw-records.ts";
import { mappingFile } from "./taxonomies.ts";
import type { RawProduct, RawVariant } from "../../src/engine/source/raw-tables.ts";
import { type FeedDefinition, FeedSettings } from "../../src/engine/plan/feed-definition.ts";

/** A product with one variant. */
export interface Case {
  readonly product?: Partial<RawProduct>;
  readonly variant?: Partial<RawVariant>;
}

export const settings = (values: object): { readonly settings: FeedSettings } => ({ settings: FeedSettings.parse(values) });

/** One product with one variant per case, made by one run; the fields come in the order of the cases. */
export async function fieldsOf(
  cases: readonly Case[],
  definition: Partial<FeedDefinition> = {},
  currency = "USD",
): Promise<readonly FeedRun["rows"][number]["fields"][]> {
  await using duckdb: TestDuckdb = await testDuckdb();
  const metafields = cases.flatMap(({ product, variant }) => [
    ...Object.keys(product?.metafields ?? {}),
    ...Object.keys(variant?.metafields ?? {}),
  ]);
  const snapshot = await takeSnapshot(duckdb, {
    products: cases.map(({ product }, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), ...product })),
    variants: cases.map(({ variant }, at) => rawVariant(at + 1, { product_key: `p${at}`, id: String(at + 1001), ...variant })),
    currency,
    ...(cases.some(({ product }) => product?.category_id !== undefined) ? { googleCategories: await mappingFile(duckdb) } : {}),
    metafieldColumns: [...new Set(metafields)],
  });
  const run = await runFeed(duckdb, { snapshot, definition: feedDefinition(definition) });
  return run.rows.map(({ fields }) => fields);
}

/** What one column reads in each case. */
export async function columnOf(
  column: string,
  cases: readonly Case[],
  definition: Partial<FeedDefinition> = {},
): Promise<readonly (string | undefined)[]> {
  return (await fieldsOf(cases, definition)).map((fields) => fields[column]);
}
