import { type ConfigVariable, wholeNumber } from "./config-values.ts";
import { PlainError } from "./kernel/errors.ts";
import { members, parseJson } from "./kernel/unsafe.ts";
import type { BillingSettings, ShopifyAppSettings, SubscriptionDiscount } from "./storefronts/shopify-app-port.ts";

/** The variables that name this installation's app at Shopify. */

/** What every document of ours is answered with; a test compares them with the schema. */
export const SHOPIFY_SCOPES: readonly string[] = [
  "read_inventory",
  "read_locales",
  "read_locations",
  "read_markets",
  "read_metaobjects",
  "read_products",
  "read_publications",
  "read_translations",
];
export const SHOPIFY_API_VERSION = "2026-10";

export interface ShopifySettings {
  readonly apiVersion: string;
  /** Null: there's no app, so shops are added by a token or an export. */
  readonly app: ShopifyAppSettings | null;
}

const variable = <T>(spec: Omit<ConfigVariable<T>, "secret"> & { readonly secret?: boolean }): ConfigVariable<T> =>
  Object.freeze({ secret: false, ...spec });

const visible = (text: string): string | undefined => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined);
/** Shopify's own limit. */
const TRIAL_DAYS_MAX = 1_000;
const VISIBLE = "up to 500 visible ASCII characters";

const VARIABLES = {
  clientId: variable({
    name: "SHOPIFY_CLIENT_ID",
    default: null,
    description: "Client id of the app in Shopify's Dev Dashboard. With it and the secret, merchants can install Feedwright from Shopify.",
    takes: VISIBLE,
    parse: visible,
  }),
  clientSecret: variable({
    name: "SHOPIFY_CLIENT_SECRET",
    default: null,
    description: "Client secret of the app in Shopify's Dev Dashboard.",
    takes: VISIBLE,
    secret: true,
    parse: visible,
  }),
  previousClientSecret: variable({
    name: "SHOPIFY_CLIENT_SECRET_PREVIOUS",
    default: null,
    description:
      "Client secret before the last rotation. Shopify can sign with it for up to an hour afterwards; remove it from here after that.",
    takes: VISIBLE,
    secret: true,
    parse: visible,
  }),
  scopes: variable({
    name: "SHOPIFY_SCOPES",
    default: SHOPIFY_SCOPES.join(","),
    description: "Access scopes an installation asks the merchant for. Without some of them, the catalog is read only in part.",
    takes: "names of scopes separated by commas, such as read_products,read_inventory",
    parse: scopeList,
  }),
  apiVersion: variable({
    name: "SHOPIFY_API_VERSION",
    default: SHOPIFY_API_VERSION,
    description: "Version of Shopify's Admin API that is asked for. Feedwright is tested with the default.",
    takes: "a version such as 2026-10, or unstable",
    parse: (text) => (/^(?:20[0-9]{2}-(?:01|04|07|10)|unstable)$/.test(text) ? text : undefined),
  }),
  simulatorUrl: variable({
    name: "SHOPIFY_SIMULATOR_URL",
    default: null,
    description:
      "For development only: address of a `feedwright simulator` on this machine, which then plays every shop and the Shopify admin.",
    takes: "an http:// address on this machine, such as http://127.0.0.1:8090",
    parse: (text) => (/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):[0-9]{1,5}\/*$/.test(text) ? text.replace(/\/+$/, "") : undefined),
  }),
  billing: variable<BillingSettings["mode"]>({
    name: "SHOPIFY_BILLING",
    default: "live",
    description:
      "Whether shops that installed the app pay for their plan through Shopify. With `test`, Shopify asks for confirmation but charges nothing. With `off`, plans change at once and cost nothing, as a custom app needs it.",
    takes: "live, test or off",
    parse: (text) => (["live", "test", "off"] as const).find((mode) => mode === text),
  }),
  trialDays: variable({
    name: "SHOPIFY_TRIAL_DAYS",
    default: "0",
    description: "Free days before a shop's first charge.",
    takes: `a whole number from 0 to ${TRIAL_DAYS_MAX}`,
    parse: (text) => wholeNumber(text, 0, TRIAL_DAYS_MAX),
  }),
  discounts: variable({
    name: "SHOPIFY_DISCOUNTS",
    default: "{}",
    description:
      "Discount codes of `POST /v1/subscription`: a JSON object by code with `percent`, and `periods` of 30 days unless the discount lasts.",
    takes: 'a JSON object, such as {"LAUNCH20": {"percent": 20, "periods": 3}}',
    parse: discountCodes,
  }),
} as const;

export const SHOPIFY_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze(Object.values(VARIABLES));

/** `read` answers a variable's value. Throws `PlainError` if only half of the app is named. */
export function shopifySettings(read: <T>(variable: ConfigVariable<T>) => T | undefined): ShopifySettings {
  const apiVersion = read(VARIABLES.apiVersion) ?? SHOPIFY_API_VERSION;
  const [clientId, clientSecret] = [read(VARIABLES.clientId), read(VARIABLES.clientSecret)];
  const previousClientSecret = read(VARIABLES.previousClientSecret) ?? null;
  const scopes = read(VARIABLES.scopes) ?? SHOPIFY_SCOPES;
  const simulatorUrl = read(VARIABLES.simulatorUrl) ?? null;
  const billing = {
    mode: read(VARIABLES.billing) ?? "live",
    trialDays: read(VARIABLES.trialDays) ?? 0,
    discounts: read(VARIABLES.discounts) ?? {},
  };
  if (clientId === undefined && clientSecret === undefined) return { apiVersion, app: null };
  if (clientId === undefined || clientSecret === undefined) {
    const [missing, present] = clientId === undefined ? ["SHOPIFY_CLIENT_ID", "SECRET"] : ["SHOPIFY_CLIENT_SECRET", "ID"];
    throw new PlainError("config_invalid", `SHOPIFY_CLIENT_${present} is set, but ${missing} isn't. Set both or neither.`);
  }
  return { apiVersion, app: { clientId, clientSecret, previousClientSecret, scopes, simulatorUrl, billing } };
}

function scopeList(text: string): readonly string[] | undefined {
  const scopes = text.split(",").map((scope) => scope.trim());
  return scopes.every((scope) => /^[a-z][a-z_]{1,60}$/.test(scope)) ? [...new Set(scopes)].toSorted() : undefined;
}

function discountCodes(text: string): Readonly<Record<string, SubscriptionDiscount>> | undefined {
  try {
    const given = Object.entries(members(parseJson(text)));
    const parsed = given.map(([code, discount]) => [code, discountOf(members(discount))] as const);
    return parsed.some(([code, discount]) => !/^[\x21-\x7e]{1,100}$/.test(code) || discount === undefined)
      ? undefined
      : Object.fromEntries(parsed.flatMap(([code, discount]) => (discount === undefined ? [] : [[code, discount]])));
  } catch {
    return undefined;
  }
}

function discountOf({ percent, periods = null, ...other }: Readonly<Record<string, unknown>>): SubscriptionDiscount | undefined {
  const isPercent = typeof percent === "number" && percent > 0 && percent < 100;
  const isPeriods = periods === null || (typeof periods === "number" && Number.isInteger(periods) && periods > 0);
  if (!isPercent || !isPeriods || Object.keys(other).length > 0) return undefined;
  return { share: percent / 100, periods: periods === null ? null : Number(periods) };
}
