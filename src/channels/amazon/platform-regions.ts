import { endpointOf } from "../platform-endpoints.ts";
import type { PlatformCall } from "../platform-port.ts";
import { PlatformFault, type PlatformSettings } from "../platform-request.ts";

/** A seller account belongs to a region, with a consent page and an API of its own: Selling Partner API endpoints, read 2026-11. */
export const REGIONS = ["na", "eu", "fe"] as const;
export type Region = (typeof REGIONS)[number];

const CONSENT: Readonly<Record<Region, string>> = { na: "authorizeNorthAmerica", eu: "authorizeEurope", fe: "authorizeFarEast" };
const API: Readonly<Record<Region, string>> = { na: "northAmerica", eu: "europe", fe: "farEast" };

/** Marketplaces elsewhere are Europe's, those of Africa, the Middle East and India included. */
const AMERICAN = ["US", "CA", "MX", "BR"];
const FAR_EASTERN = ["AU", "JP", "SG"];

export function regionOf(country: string | undefined): Region {
  if (country === undefined || AMERICAN.includes(country)) return "na";
  return FAR_EASTERN.includes(country) ? "fe" : "eu";
}

export const consentUrl = (settings: PlatformSettings, region: Region): URL => new URL(endpointOf(settings, CONSENT[region]));

/** The address of the API that answers for the connected seller. */
export function apiOf({ settings, grant }: Pick<PlatformCall, "settings" | "grant">): string {
  const region = REGIONS.find((known) => known === grant().parts["region"]);
  if (region === undefined)
    throw new PlatformFault("reauth_required", "The region of the seller account isn't known. Connect Amazon again.");
  return endpointOf(settings, API[region]);
}
