import { readFile } from "node:fs/promises";
import { type CategoryIndex, categoryIndex } from "../../engine/taxonomy/category-index.ts";
import { type GoogleTaxonomy, readGoogleTaxonomy } from "../../engine/taxonomy/google-taxonomy.ts";
import { readShopifyMapping } from "../../engine/taxonomy/read-shopify-mapping.ts";
import type { ShopifyMapping } from "../../engine/taxonomy/shopify-mapping.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Services } from "../operation.ts";
import { type EditionKind, findEdition, readEdition, unpackEdition } from "./edition-store.ts";

/** Google's taxonomy and Shopify's mapping to it, as they are in use. */
export interface Taxonomies {
  readonly google: GoogleTaxonomy;
  readonly index: CategoryIndex;
  readonly shopify: ShopifyMapping;
}

/** What finding them takes. */
export type TaxonomyServices = Pick<Services, "objects" | "clock" | "log">;

/** The editions that this version of Feedwright brings; `tools/pack-taxonomies.ts` makes the files. */
export const SHIPPED: Readonly<Record<EditionKind, URL>> = {
  google: new URL("editions/google-2021-09-21.br", import.meta.url),
  shopify: new URL("editions/shopify-2025-01-to-google-2021-09-21.br", import.meta.url),
};

/** So soon at the latest a process uses what another one has stored. */
const LOOKS_EVERY_MS = 20_000;

interface Held {
  readonly lookedAt: number;
  readonly keys: Readonly<Record<EditionKind, string | undefined>>;
  readonly taxonomies: Taxonomies;
}

/** Parsed once in a process for each store. */
const held = new WeakMap<ObjectStore, Promise<Held>>();

export async function currentTaxonomies(services: TaxonomyServices): Promise<Taxonomies> {
  const before = held.get(services.objects);
  const looking = look(services, before).catch((error: unknown) => {
    held.delete(services.objects);
    throw error;
  });
  held.set(services.objects, looking);
  return (await looking).taxonomies;
}

/** The same without waiting for its turn to look: for the process that has just stored one. */
export async function refreshTaxonomies(services: TaxonomyServices): Promise<Taxonomies> {
  held.delete(services.objects);
  return currentTaxonomies(services);
}

async function look(services: TaxonomyServices, before: Promise<Held> | undefined): Promise<Held> {
  const lookedAt = services.clock.now().getTime();
  const known = await before;
  if (known !== undefined && lookedAt - known.lookedAt < LOOKS_EVERY_MS) return known;
  return lookAgain(services, known);
}

async function lookAgain(services: TaxonomyServices, known: Held | undefined): Promise<Held> {
  const { objects, clock } = services;
  const keys = { google: await findEdition(objects, "google"), shopify: await findEdition(objects, "shopify") };
  const lookedAt = clock.now().getTime();
  if (known !== undefined && known.keys.google === keys.google && known.keys.shopify === keys.shopify) return { ...known, lookedAt };
  if (keys.google === undefined && keys.shopify === undefined) return { lookedAt, keys, taxonomies: await shippedTaxonomies() };
  const google = await readOr(services, keys.google, "google", (text) => readGoogleTaxonomy(text, "The stored taxonomy"));
  const index = categoryIndex(google);
  // What it maps to was there when it was stored; categories that Google has dropped since are left out one by one.
  const shopify = await readOr(services, keys.shopify, "shopify", (text) => readShopifyMapping(text, "The stored mapping"));
  return { lookedAt, keys, taxonomies: { google, index, shopify } };
}

/** The same in every store, so a process reads them once. */
let shipped: Promise<Taxonomies> | undefined;

function shippedTaxonomies(): Promise<Taxonomies> {
  shipped ??= readShipped().catch((error: unknown) => {
    shipped = undefined;
    throw error;
  });
  return shipped;
}

async function readShipped(): Promise<Taxonomies> {
  const google = readGoogleTaxonomy(await shippedText("google"), "The built-in taxonomy");
  const shopify = readShopifyMapping(await shippedText("shopify"), "The built-in mapping");
  return { google, index: categoryIndex(google), shopify };
}

const shippedText = async (kind: EditionKind): Promise<string> => unpackEdition(await readFile(SHIPPED[kind]));

/** What was loaded, else what was shipped. A stored file that is damaged is no reason for every extract to fail. */
async function readOr<T>(
  { objects, log }: TaxonomyServices,
  key: string | undefined,
  kind: EditionKind,
  read: (text: string) => T,
): Promise<T> {
  if (key !== undefined) {
    try {
      return read(await readEdition(objects, key));
    } catch (error) {
      log.error(
        { key, error: String(error) },
        "a stored taxonomy can't be read, so the built-in one is used; run feedwright taxonomy update to load it again",
      );
    }
  }
  return read(await shippedText(kind));
}
