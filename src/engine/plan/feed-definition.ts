import { z } from "zod";
import { CurrencyCode } from "../../kernel/currency-code.ts";
import { isCurrency } from "../../kernel/money.ts";
import type { RuleDefinition } from "../rules/rule-reader.ts";

/** What is no valid Unicode cannot be written into a URL. */
const UtmValue = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed(), "contains half of a character; type the text again");

/** Feed settings, with the defaults of a new feed. */
export const FeedSettings = z
  .strictObject({
    seo: z.boolean().default(false),
    variants: z.boolean().default(true),
    variant_titles: z.enum(["never", "when_needed", "always"]).default("when_needed"),
    use_shopify_quantity: z.boolean().default(true),
    import_unpublish_product: z.boolean().default(false),
    gift_cards: z.boolean().default(false),
    gtin_source: z.enum(["valid_barcodes", "barcodes"]).default("valid_barcodes"),
    id_format: z.enum(["global", "sku", "variant"]).default("global"),
    utm: z
      .record(z.string().regex(/^[a-z_]{1,50}$/, "must have a name of at most 50 characters: letters `a` to `z` and `_`"), UtmValue)
      .nullable()
      .default(null),
    market_currency: CurrencyCode.refine(isCurrency, "isn't an ISO 4217 currency code").nullable().default(null),
    publish_guard: z
      .strictObject({
        max_drop_percent: z.number().min(0).max(100).default(30),
        max_id_change_percent: z.number().min(0).max(100).default(20),
        max_price_factor: z.number().min(1).max(1_000_000).default(5),
        enabled: z.boolean().default(true),
      })
      .prefault({}),
  })
  .meta({ id: "FeedSettingsValues" });

export type FeedSettings = z.output<typeof FeedSettings>;

/** Which products a feed takes. A collection is known by its number where the platform gave one, whatever it is called now; else by its title. */
export type ProductSelection =
  | { readonly mode: "all" }
  | { readonly mode: "collection"; readonly title: string; readonly id: string | null }
  | { readonly mode: "manual" };

/** Everything that decides what a feed's file holds besides the snapshot itself. */
export interface FeedDefinition {
  readonly feedType: "primary" | "language" | "market";
  readonly market: string | null;
  readonly targetCountry: string;
  readonly selection: ProductSelection;
  readonly settings: FeedSettings;
  /** Feed column to source column or `=expression`, or null for unmapped; a column that is not named has its default. */
  readonly mappings: Readonly<Record<string, string | null>>;
  readonly extraColumns: readonly string[];
  /** In order of position; inactive ones are left out. */
  readonly rules: readonly RuleDefinition[];
  /** Rows the shop's plan allows; null = no limit. */
  readonly allowance: number | null;
}

/** What the plan must know of the snapshot and of the values attached to its rows. */
export interface DefinitionContext {
  /** Columns of `source.parquet` in the order of `s1…`, hidden ones included. */
  readonly sourceColumns: readonly string[];
  /** Those of them that hold one clean line in every row of the snapshot; of others, or without it, nothing is known. */
  readonly cleanColumns?: readonly string[];
  readonly localised: readonly string[];
  /** Those of them that hold one clean line in every row; of others, or without it, nothing is known. */
  readonly cleanLocalised?: readonly string[];
  readonly cells: readonly string[];
  /** Whether what cells would be is read in the place of what they are; see the stage of cells. */
  readonly candidates?: boolean;
  readonly overrides: readonly string[];
  /** Why no row of the feed can be sold yet: the snapshot lacks the feed's language or market. */
  readonly notExtracted?: string;
  /** Of a market feed; without it prices are in the shop's currency, and the shop isn't at home there. */
  readonly market?: MarketTerms;
}

/** What the prices of a feed's market are. */
export interface MarketTerms {
  /** As the export calls it, else as the feed does. */
  readonly name: string;
  /** Of its prices (ISO 4217) unless the feed's settings say otherwise; null: unknown. */
  readonly currency: string | null;
  readonly shopCurrency: string;
  /** Whether it is the shop's own market, where products cost what the shop asks unless the market says otherwise. */
  readonly atHome: boolean;
}
