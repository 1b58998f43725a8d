import type { Product } from "./microsoft-products.ts";

/** What the fake remembers. */

export interface MicrosoftStore {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isProductAdsEnabled: boolean;
  /** Its verified domain. */
  readonly domain: string;
}

export interface MicrosoftCustomer {
  readonly id: string;
  readonly accountIds: readonly string[];
  readonly stores: readonly MicrosoftStore[];
}

export interface MicrosoftCatalog {
  readonly id: number;
  readonly storeId: string;
  readonly name: string;
  readonly market: string;
  readonly isDefault: boolean;
}

export interface MicrosoftProduct {
  readonly storeId: string;
  readonly catalogId: number;
  readonly product: Product;
}

export interface MicrosoftState {
  readonly customers: readonly MicrosoftCustomer[];
  catalogs: readonly MicrosoftCatalog[];
  /** By store and offer; ids that differ only in case are one offer. */
  readonly products: Map<string, MicrosoftProduct>;
  /** Entries that a catalog refused since its last batch. */
  readonly rejected: Map<number, number>;
  created: number;
}

export function fullId({ channel, contentLanguage, targetCountry, offerId }: Product): string {
  return `${channel}:${contentLanguage}:${targetCountry}:${offerId}`;
}
