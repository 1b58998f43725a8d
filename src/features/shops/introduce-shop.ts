import { PlainError } from "../../kernel/errors.ts";
import type { IntroducedShop, Introduction, ShopAccess } from "../../storefronts/storefront-port.ts";
import type { Services } from "../operation.ts";
import type { ShopInstallation } from "./install-shop.ts";

/** What a person says of a shop to be installed; the platform's own word fills in the rest. */
interface Told {
  readonly domain?: string | undefined;
  readonly name?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
  readonly language?: string | undefined;
  readonly time_zone?: string | undefined;
}

interface Wanted {
  readonly access: ShopAccess;
  readonly told: Told;
}

const CURRENCY_DEFAULT = "USD";
const COUNTRY_DEFAULT = "US";

/** What would be installed, after the platform or the file has been looked at. Throws a `PlainError` that says what to give instead. */
export async function introducedInstallation(
  { storefronts }: Pick<Services, "storefronts">,
  { access, told }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly wanted: ShopInstallation; readonly introduction: Introduction }> {
  const storefront = storefronts[access.kind];
  if (storefront === undefined) throw new PlainError("invalid_param", `This installation can't extract from ${access.kind} shops.`);
  const introduction = await storefront.introduce(access, signal);
  const { shop, config } = introduction;
  const about = shop === null ? installationOfExport(told) : ofPlatform(shop, told);
  return { introduction, wanted: { ...about, storefront: access.kind, storefrontConfig: config } };
}

type About = Omit<ShopInstallation, "storefront" | "storefrontConfig">;

/** Of a shop whose platform tells nothing. */
export function installationOfExport(told: Told): About {
  const { domain = "", name, currency = CURRENCY_DEFAULT, country = COUNTRY_DEFAULT, language, time_zone: timeZone } = told;
  return {
    domain,
    ...(name === undefined ? {} : { name }),
    currency,
    country,
    ...(language === undefined ? {} : { primaryLocale: language }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

/** The platform's own domain and currency: amounts under another name would be wrong prices. */
function ofPlatform({ domain, name, currency, country, languages, scopes }: IntroducedShop, told: Told): About {
  const spoken = languages === null ? {} : { primaryLocale: languages.primary, languages: languages.published };
  return { domain, name: told.name ?? name, currency, country: told.country ?? country, accessScopes: scopes, ...spoken };
}
