import path from "node:path";
import { expect } from "vitest";
import type { FoundMetafield, MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { RawCountryPrice } from "../../engine/source/raw-country-price.ts";
import type { RawFact, RawImage, RawProduct, RawTranslatedFact, RawTranslation, RawVariant } from "../../engine/source/raw-tables.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import type { Simulator } from "../simulator/start-simulator.ts";
import type { Extraction, WantedParts } from "../storefront-port.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { sealedConfig } from "./shopify-config.ts";
import { shopifyStorefront } from "./shopify-storefront.ts";

/** Quick where it asks again, and as patient as a busy machine needs where it waits. */
const PACE = {
  ...ORDINARY_PACE,
  retryMs: 2,
  retryMaxMs: 20,
  pollMs: 10,
  pollMaxMs: 40,
  stuckAfterMs: 60_000,
  silentAfterMs: 60_000,
  slotWaitMs: 60_000,
};
const secrets = openSecrets(Buffer.alloc(32, 7));

/** What an extraction has brought, and what it has said. */
export interface Brought {
  readonly extraction: Extraction;
  readonly products: readonly RawProduct[];
  readonly variants: readonly RawVariant[];
  readonly images: readonly RawImage[];
  readonly facts: readonly RawFact[];
  readonly beside: Beside;
  readonly shares: readonly number[];
}

interface Beside {
  readonly translation: RawTranslation[];
  readonly translated_fact: RawTranslatedFact[];
  readonly country_price: RawCountryPrice[];
}

export interface Call {
  readonly extract?: string;
  readonly signal?: AbortSignal;
  readonly token?: string;
  readonly currency?: string;
  readonly metafields?: readonly MetafieldIdentity[];
  readonly known?: readonly FoundMetafield[];
  readonly wanted?: WantedParts;
  readonly slotWaitMs?: number;
  /** For operations that never move. */
  readonly stuckAfterMs?: number;
}

/** An extraction of a simulated shop, with the pace of a test. */
export async function extractFrom(
  simulator: Simulator,
  folder: string,
  {
    extract: id = "ext_1",
    signal = new AbortController().signal,
    token,
    currency = "EUR",
    metafields,
    known = [],
    wanted = { locales: [], countries: [] },
    slotWaitMs = PACE.slotWaitMs,
    stuckAfterMs = PACE.stuckAfterMs,
  }: Call = {},
): Promise<Brought> {
  await using egress = openEgress({ allowLoopback: false, log: silentLog });
  const products: RawProduct[] = [];
  const variants: RawVariant[] = [];
  const images: RawImage[] = [];
  const facts: RawFact[] = [];
  const beside: Beside = { translation: [], translated_fact: [], country_price: [] };
  const shares: number[] = [];
  const storefront = shopifyStorefront({
    secrets,
    egress,
    log: silentLog,
    pace: { ...PACE, slotWaitMs, stuckAfterMs },
    sample: () => Promise.reject(new Error("no sample")),
  });
  const address = { shop: "simulator", origin: simulator.url, isLoopback: true };
  const extraction = await storefront.extract({
    shop: {
      domain: "harbour-and-hazel.example",
      currency,
      config: sealedConfig(secrets, address, token ?? simulator.token),
      metafields: metafields ?? null,
      knownMetafields: known,
    },
    sink: {
      product: (record) => void products.push(record),
      variant: (record) => void variants.push(record),
      image: (record) => void images.push(record),
      fact: (record) => void facts.push(record),
      beside: (kind, record) => void beside[kind].push(branded<never>(record)),
      lines: (kind, { bytes, records }) => {
        const read = Buffer.from(bytes).toString("utf8").trimEnd().split("\n").map(parseJson);
        expect(read).toHaveLength(records);
        const kinds = { product: products, variant: variants, image: images, fact: facts, ...beside };
        kinds[kind].push(...branded<never[]>(read));
      },
    },
    signal,
    progress: (share) => void shares.push(share),
    file: (name) => path.join(folder, name),
    mark: { shop: "fw-test", extract: id },
    wanted,
    budget: { take: async () => 0, report: async () => {} },
  });
  return { extraction, products, variants, images, facts, beside, shares };
}
