import { listedShop } from "../../../test/harness/listed-shop.ts";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed } from "../../../test/harness/shop-fixture.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { setCells } from "../cells/index.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { findFeed } from "../feeds/index.ts";
import type { AnyOperation } from "../operation.ts";
import { createRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import type { ConfigPlanShape, FeedConfigShape, FeedVersionShape } from "./config-shapes.ts";
import { getConfig, getVersion, listVersions, putConfig, restoreVersion } from "./index.ts";

export type Query = Readonly<Record<string, string>>;
type Version = FeedVersionShape & { readonly config: FeedConfigShape };

/** A shop with a real snapshot of rows 1001 and so on, and what its configurations are tested with. */
export async function configShop(domain: string, rows: number | ListedCatalog = 3) {
  const listed = await listedShop(domain, rows);
  const { real, shop } = listed;
  let feeds = 0;
  const of = (feedId: FeedId, n?: number) => ({ id: String(feedId), ...(n === undefined ? {} : { n: String(n) }) });
  const ask = <Answer>(operation: AnyOperation, path: Query, input: { readonly query?: Query; readonly body?: object } = {}) =>
    perform<Answer>(real.services, shop, operation, { path, ...input });
  /** By an operation that calls the feed `feed_id`. */
  const change = (feedId: FeedId, operation: AnyOperation, body: object, more: Query = {}) =>
    ask<Readonly<Record<string, unknown>>>(operation, { feed_id: String(feedId), ...more }, { body });
  const setRow = (feedId: FeedId, row: number, cells: Readonly<Record<string, string | null>>) =>
    ask(setCells, { id: String(feedId), product_id: String(row) }, { body: { cells } });
  return {
    listed,
    shop,
    ask,
    change,
    setRow,
    async newFeed(): Promise<FeedId> {
      feeds += 1;
      const id = storedId("feed", (await secondFeed(shop, `config-${feeds}`)).id);
      // A market without prices would exclude every row.
      await shop.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", id).execute();
      return id;
    },
    get: (feedId: FeedId) => ask<FeedConfigShape>(getConfig, of(feedId)),
    put: (feedId: FeedId, body: object, query: Query = {}) => ask<FeedConfigShape>(putConfig, of(feedId), { query, body }),
    plan: (feedId: FeedId, body: object) => ask<ConfigPlanShape>(putConfig, of(feedId), { query: { dry_run: "true" }, body }),
    versions: (feedId: FeedId, query: Query = {}) => ask<readonly FeedVersionShape[]>(listVersions, of(feedId), { query }),
    version: (feedId: FeedId, n: number) => ask<Version>(getVersion, of(feedId, n)),
    restore: (feedId: FeedId, n: number, query: Query = {}) => ask<FeedConfigShape>(restoreVersion, of(feedId, n), { query }),
    versionOf: async (feedId: FeedId) => (await findFeed(shop, feedId))?.definition_version,
    /** Something of everything. */
    furnish: (feedId: FeedId) =>
      ask<FeedConfigShape>(putConfig, of(feedId), {
        body: {
          extra_columns: ["campaign", "season"],
          settings: { seo: true, utm: { utm_source: "google", utm_medium: "cpc" } },
          mappings: { season: '=[D]vendor & " summer"', gtin: null, brand: "title" },
          rules: [
            { type: "set_value", target: "campaign", value: "P1", condition: "vendor is not blank" },
            { text: 'Exclude because "Sample" when [D]title contains "sample"', active: false },
            { type: "truncate", target: "title", length: 20, note: "Short" },
          ],
          cells: { "1002": { title: "Better", vendor: "Hazel" } },
        },
      }),
    /** The same, made by the single operations, in seven versions. */
    async furnishInSteps(feedId: FeedId): Promise<void> {
      await change(feedId, changeExtraColumns, { extra_columns: ["campaign", "season"] });
      await change(feedId, changeSettings, { seo: true, utm: { utm_source: "google", utm_medium: "cpc" } });
      await change(feedId, changeColumnMappings, { mappings: { season: '=[D]vendor & " summer"', gtin: null, brand: "title" } });
      await change(feedId, createRule, {
        rule: { type: "set_value", target: "campaign", value: "P1", condition: "vendor is not blank" },
      });
      await change(feedId, createRule, { rule: { text: 'Exclude because "Sample" when [D]title contains "sample"', active: false } });
      await change(feedId, createRule, { rule: { type: "truncate", target: "title", length: 20, note: "Short" } });
      await setRow(feedId, 1002, { title: "Better", vendor: "Hazel" });
    },
    [Symbol.asyncDispose]: () => listed[Symbol.asyncDispose](),
  };
}
export type ConfigShop = Awaited<ReturnType<typeof configShop>>;

export async function refusal(of: Promise<unknown>): Promise<RequestError> {
  const error = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}
