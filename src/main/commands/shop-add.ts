import { PlainError } from "../../kernel/errors.ts";
import { checkExport, checkTranslations } from "../../storefronts/csv/preflight.ts";

export interface ShopAddOptions {
  readonly csv?: string;
  readonly translations?: string;
  readonly shopify?: string;
  readonly token?: string;
  readonly domain?: string;
  readonly currency?: string;
  readonly country?: string;
  readonly language?: string;
  readonly timeZone?: string;
  readonly market?: readonly string[];
  readonly name?: string;
  readonly json?: boolean;
}

const USAGE = "Choose the source of the catalog: --csv FILE --domain example.com, or --shopify my-shop.myshopify.com --token TOKEN.";

export async function addShop(options: ShopAddOptions): Promise<void> {
  const { csv, shopify } = options;
  if ((csv === undefined) === (shopify === undefined)) throw new PlainError("invalid_param", USAGE);
  if (csv !== undefined) return addFromExport(csv, options);
  if (shopify !== undefined) return addFromShopify(shopify, options);
}

/** Looks at the file before anything is opened or even loaded: a file that is no export is refused within moments. */
async function addFromExport(csv: string, { domain, token, translations, market = [], ...options }: ShopAddOptions): Promise<void> {
  if (domain === undefined) throw new PlainError("invalid_param", "--csv needs the shop's domain. Add it with --domain example.com.");
  if (token !== undefined) throw new PlainError("invalid_param", "--token is only for --shopify. Leave it out.");
  const { markets } = await checkExport(csv);
  if (translations !== undefined) await checkTranslations(translations);
  const { marketOption, requireMarkets } = await import("../market-option.ts");
  const currencies = marketOption(market);
  requireMarkets(currencies, markets);
  const { checkedInstallation, installationOfExport } = await import("../../features/shops/index.ts");
  const about = installationOfExport({ ...options, domain, time_zone: options.timeZone });
  const wanted = checkedInstallation({ ...about, storefront: "csv", storefrontConfig: {} });
  const { installFromExport } = await import("../install-from-export.ts");
  await installFromExport(wanted, { csv, translations, currencies, json: options.json === true });
}

async function addFromShopify(
  shopify: string,
  { token, domain, currency, language, timeZone, market, translations, ...options }: ShopAddOptions,
): Promise<void> {
  if (domain !== undefined || currency !== undefined)
    throw new PlainError("invalid_param", "Feedwright reads the domain and currency from Shopify. Leave out --domain and --currency.");
  if (language !== undefined || timeZone !== undefined)
    throw new PlainError(
      "invalid_param",
      "Feedwright reads the language and time zone from Shopify. Leave out --language and --time-zone.",
    );
  if (market !== undefined) throw new PlainError("invalid_param", "--market is only for --csv. Leave it out.");
  if (translations !== undefined)
    throw new PlainError("invalid_param", "Feedwright reads translations from Shopify. Leave out --translations.");
  if (token === undefined || token.trim() === "") return connectWithoutToken(shopify, options);
  const { installFromShopify } = await import("../install-from-shopify.ts");
  await installFromShopify(shopify, { ...options, token: token.trim(), json: options.json === true });
}

/** Of a shop of the app's own organization, the app's id and secret are enough. */
async function connectWithoutToken(
  shopify: string,
  { country, name, json }: Pick<ShopAddOptions, "country" | "name" | "json">,
): Promise<void> {
  const { processConfig } = await import("../../config.ts");
  if (processConfig().shopify.app === null)
    throw new PlainError(
      "invalid_param",
      "--shopify needs the custom app's Admin API access token. Add it with --token TOKEN, or --token - to read it from standard input.",
    );
  if (country !== undefined || name !== undefined)
    throw new PlainError("invalid_param", "Without --token, Feedwright reads everything from Shopify. Leave out --country and --name.");
  const { connectOwnShop } = await import("../connect-own-shop.ts");
  await connectOwnShop(shopify, { json: json === true });
}
