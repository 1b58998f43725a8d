import { type FeedRun, feedDefinition, runFeed } from "../golden/feed-run.ts";
import { testDuckdb, type TestDuckdb } from "./duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot, type TestSnapshot } from "./raw-records.ts";
import { mappingFile } from "./taxonomies.ts";
import type { RawProduct, RawVariant } from "../../src/engine/source/raw-tables.ts";
import { type FeedDefinition, FeedSettings } from "../../src/engine/plan/feed-definition.ts";

/** A product with one variant, or several. */
export interface Case {
  readonly product?: Partial<RawProduct>;
  readonly variant?: Partial<RawVariant>;
  readonly variants?: readonly Partial<RawVariant>[];
}

type Fields = FeedRun["rows"][number]["fields"];

export const settings = (values: object): { readonly settings: FeedSettings } => ({ settings: FeedSettings.parse(values) });

const variantsOf = ({ variant, variants = [variant ?? {}] }: Case): readonly Partial<RawVariant>[] => variants;

/** The ids of products and variants count up in the order of the cases. */
async function snapshotOf(duckdb: TestDuckdb, cases: readonly Case[], currency: string): Promise<TestSnapshot> {
  const metafields = cases.flatMap((one) => [one.product, ...variantsOf(one)].flatMap((of) => Object.keys(of?.metafields ?? {})));
  const variants = cases.flatMap((one, at) => variantsOf(one).map((variant) => ({ product_key: `p${at}`, ...variant })));
  return takeSnapshot(duckdb, {
    products: cases.map(({ product }, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), ...product })),
    variants: variants.map((variant, at) => rawVariant(at + 1, { id: String(at + 1001), ...variant })),
    currency,
    ...(cases.some(({ product }) => product?.category_id !== undefined) ? { googleCategories: await mappingFile(duckdb) } : {}),
    metafieldColumns: [...new Set(metafields)],
  });
}

async function fieldsIn(duckdb: TestDuckdb, snapshot: TestSnapshot, definition: Partial<FeedDefinition>): Promise<readonly Fields[]> {
  const run = await runFeed(duckdb, { snapshot, definition: feedDefinition(definition) });
  return run.rows.map(({ fields }) => fields);
}

/** What one run makes of each variant, in the order of the cases. */
export async function fieldsOf(
  cases: readonly Case[],
  definition: Partial<FeedDefinition> = {},
  currency = "USD",
): Promise<readonly Fields[]> {
  await using duckdb: TestDuckdb = await testDuckdb();
  return await fieldsIn(duckdb, await snapshotOf(duckdb, cases, currency), definition);
}

/** What one column reads in each case. */
export async function columnOf(
  column: string,
  cases: readonly Case[],
  definition: Partial<FeedDefinition> = {},
): Promise<readonly (string | undefined)[]> {
  return (await fieldsOf(cases, definition)).map((fields) => fields[column]);
}

/** What a definition makes of some cases' variants, once somebody asks. */
export type Asked = () => Promise<readonly Fields[]>;

/**
 * Cases of a whole file in one catalog, which is taken when the first test asks, and run once for each definition: a catalog of one case
 * takes as long as one of a thousand. Whatever is asked for is said before the tests run, in a `describe`.
 */
export function casesOfFile(): AsyncDisposable & { of(cases: readonly Case[], definition?: Partial<FeedDefinition>): Asked } {
  const all: Case[] = [];
  const runs = new Map<string, Promise<readonly Fields[]>>();
  let opened: Promise<{ readonly duckdb: TestDuckdb; readonly snapshot: TestSnapshot }> | undefined;
  const open = async () => {
    const duckdb = await testDuckdb();
    return { duckdb, snapshot: await snapshotOf(duckdb, all, "USD") };
  };
  return {
    of(cases, definition = {}) {
      const from = all.flatMap(variantsOf).length;
      all.push(...cases);
      const count = cases.flatMap(variantsOf).length;
      const key = JSON.stringify(definition);
      return async () => {
        opened ??= open();
        const { duckdb, snapshot } = await opened;
        const run = runs.get(key) ?? fieldsIn(duckdb, snapshot, definition);
        runs.set(key, run);
        return (await run).slice(from, from + count);
      };
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.duckdb[Symbol.asyncDispose]();
    },
  };
}
