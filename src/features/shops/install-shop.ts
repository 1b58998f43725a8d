import { z } from "zod";
import { type ErrorDetail, PlainError } from "../../kernel/errors.ts";
import { type ExtractId, type FeedId, type ShopId, storedId } from "../../kernel/ids.ts";
import { languageCode } from "../../kernel/language-code.ts";
import { CurrencyCode } from "../../kernel/currency-code.ts";
import { isCurrency } from "../../kernel/money.ts";
import { timeZoneName } from "../../kernel/time-zone.ts";
import { insertExtract } from "../extracts/index.ts";
import { isCountry } from "../../kernel/countries.ts";
import { insertPrimaryFeed, insertVersion } from "../feeds/index.ts";
import { createShopKey } from "../keys/index.ts";
import type { LocalServices } from "../operation.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { newFeedToken } from "./feed-token.ts";
import { findShopByDomain, insertShop, lockDomain, type NewShop } from "./shop-queries.ts";

/** A host name, in lower case. */
export const ShopDomain = z
  .string()
  .toLowerCase()
  .regex(
    // The last label has a letter in front, so an address of four numbers is none.
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
    "must be a domain such as my-shop.myshopify.com",
  )
  .meta({ description: "The shop's domain on its platform.", examples: ["my-shop.myshopify.com"] });

const PRIMARY_LOCALE_DEFAULT = "en";
const TIME_ZONE_DEFAULT = "UTC";

export interface ShopInstallation {
  readonly domain: string;
  readonly name?: string;
  readonly currency: string;
  readonly country: string;
  readonly primaryLocale?: string;
  readonly languages?: readonly string[];
  /** IANA. */
  readonly timeZone?: string;
  readonly accessScopes?: readonly string[];
  readonly storefront: "csv" | "shopify";
  readonly storefrontConfig: object;
  /** The one an install starts with, unless told otherwise. */
  readonly plan?: NewShop["plan"] | undefined;
  /** Of its first key. */
  readonly keyName?: string;
}

export interface InstalledShop {
  readonly shopId: ShopId;
  readonly feedId: FeedId;
  readonly extractId: ExtractId;
  readonly feedToken: string;
  /** Shown once. */
  readonly merchantKey: string;
}

type Typed = Pick<ShopInstallation, "domain" | "currency" | "country" | "storefront" | "primaryLocale" | "timeZone">;

/** Everything that is wrong with what a person typed, with what to type instead. */
export function installationFaults(typed: Typed): readonly ErrorDetail[] {
  const { domain, currency, country, storefront, primaryLocale = PRIMARY_LOCALE_DEFAULT, timeZone = TIME_ZONE_DEFAULT } = typed;
  const code = currency.toUpperCase();
  // A platform tells its shops' currency itself, and some sell in what no list has, as in the pounds of Jersey.
  const isPlatforms = storefront === "shopify";
  const isTold = isPlatforms && CurrencyCode.safeParse(code).success;
  const judged = [
    [ShopDomain.safeParse(domain).success, "/domain", `${domain} isn't a domain. Give only the shop's domain, such as example.com.`],
    [isTold || isCurrency(code), "/currency", `${currency} isn't a currency. Give an ISO 4217 code such as USD.`],
    [isCountry(country.toUpperCase()), "/country", `${country} isn't a country. Give an ISO 3166 code such as US.`],
    [isPlatforms || isLanguage(primaryLocale), "/language", `${primaryLocale} isn't a language. Give a BCP 47 code such as de or pt-BR.`],
    [isPlatforms || isTimeZone(timeZone), "/time_zone", `${timeZone} isn't a time zone. Give an IANA name such as Europe/Berlin.`],
  ] as const;
  return judged.flatMap(([isOne, param, message]) => (isOne ? [] : [{ param, code: "invalid_param", message }]));
}

/** Checks what a person typed; throws a `PlainError` that says what to type instead. */
export function checkedInstallation(installation: ShopInstallation): ShopInstallation {
  const [fault] = installationFaults(installation);
  if (fault !== undefined) throw new PlainError("invalid_param", fault.message);
  const { domain, currency, country, storefront } = installation;
  const spoken = storefront === "shopify" ? {} : spokenIn(installation);
  return { ...installation, ...spoken, domain: domain.toLowerCase(), currency: currency.toUpperCase(), country: country.toUpperCase() };
}

/** Language and time zone in the form they are written elsewhere; a shop that has said one language has that one alone. */
function spokenIn({ primaryLocale, languages, timeZone }: ShopInstallation): Partial<ShopInstallation> {
  const language = primaryLocale === undefined ? undefined : languageCode(primaryLocale);
  const zone = timeZone === undefined ? undefined : timeZoneName(timeZone);
  return {
    ...(language === undefined ? {} : { primaryLocale: language, languages: languages ?? [language] }),
    ...(zone === undefined ? {} : { timeZone: zone }),
  };
}

const isLanguage = (text: string): boolean => languageCode(text) !== undefined;
const isTimeZone = (text: string): boolean => timeZoneName(text) !== undefined;

/** What only the caller may decide: who acts for the shop, and where randomness comes from. */
export interface InstallBoundary {
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
  readonly random?: (bytes: number) => Buffer;
}

type Installing = Pick<LocalServices, "clock" | "queue">;

/** Shop, primary feed, merchant key and first extract, in one transaction, the caller's if it has one: half a shop is never there. */
export async function installShop(
  services: Installing,
  db: Db,
  wanted: ShopInstallation,
  boundary: InstallBoundary,
): Promise<InstalledShop> {
  const shop = checkedInstallation(wanted);
  const install = async (transaction: Db): Promise<InstalledShop> => {
    await lockDomain(transaction, shop.domain);
    if ((await findShopByDomain(transaction, shop.domain)) !== undefined) throw alreadyInstalled(shop.domain);
    const feedToken = newFeedToken(boundary.random);
    const shopId = storedId(
      "shop",
      await insertShop(transaction, {
        ...shop,
        name: shop.name ?? shop.domain,
        primaryLocale: shop.primaryLocale ?? PRIMARY_LOCALE_DEFAULT,
        languages: shop.languages ?? [PRIMARY_LOCALE_DEFAULT],
        feedToken,
      }),
    );
    const inside = boundary.openShop(transaction, shopId);
    const feed = await insertPrimaryFeed(inside, { displayName: "Primary feed", country: shop.country });
    await insertVersion(inside, storedId("feed", feed.id), { summary: "Created the feed.", createdBy: { kind: "system" } });
    const { rawKey } = await createShopKey(
      { shop: inside, clock: services.clock },
      { name: shop.keyName ?? "First key", grants: ["full_access"] },
    );
    const extract = await insertExtract(inside, { type: "full" });
    await services.queue.enqueue(transaction, "extract.look", { extract_id: extract.id });
    return { shopId, feedId: storedId("feed", feed.id), extractId: storedId("ext", extract.id), feedToken, merchantKey: rawKey };
  };
  return db.isTransaction ? install(db) : transact(db, install);
}

function alreadyInstalled(domain: string): PlainError {
  return new PlainError(
    "shop_exists",
    `A shop with the domain ${domain} is already installed. To refresh its catalog, start an extract. For a shop that comes from an export: feedwright extract --shop ${domain} --csv FILE`,
  );
}
