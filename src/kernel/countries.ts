import currencyData from "cldr-core/supplemental/currencyData.json" with { type: "json" };
import { members } from "./unsafe.ts";

/** Countries: their codes, the names people write for them in the languages of shop administrations, and their currencies. */

/** ISO 3166-1 alpha-2, and Kosovo, for which commerce platforms use XK. */
const COUNTRIES: ReadonlySet<string> = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL " +
    "CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU " +
    "GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC " +
    "MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT " +
    "PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA " +
    "UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
  ).split(" "),
);

export const COUNTRY_FAULT = "must be a country code, as in DE";

/** `text` in upper case. */
export function isCountry(text: string): boolean {
  return COUNTRIES.has(text);
}

/** The languages of Shopify's admin first, then those that merchants near them write. */
const LANGUAGES =
  "en cs da nl fi fr de it ja ko nb pl pt-BR pt-PT zh-CN es sv th zh-TW tr vi " +
  "ar bg bn ca cy el en-GB es-MX et eu fa fr-CA ga gl he hi hr hu id is kk lt lv mk ms nn ro ru sk sl sq sr sr-Latn uk ur zh-HK";

/** Two initials are one language's own: `É.-U.` is the United States in French. */
const INITIALS = /^[a-z]{2}$/u;

/** Names that people write and no language's list has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "UK": "GB",
  "U.S.": "US",
  "America": "US",
  "United States of America": "US",
  "Great Britain": "GB",
  "Britain": "GB",
  "Großbritannien": "GB",
  "Grande-Bretagne": "GB",
  "Gran Bretaña": "GB",
  "Gran Bretagna": "GB",
  "Groot-Brittannië": "GB",
  "England": "GB",
  "Scotland": "GB",
  "Wales": "GB",
  "Northern Ireland": "GB",
  "Republic of Ireland": "IE",
  "Eire": "IE",
  "Holland": "NL",
  "Czech Republic": "CZ",
  "Tschechische Republik": "CZ",
  "République tchèque": "CZ",
  "Slovak Republic": "SK",
  "Turkey": "TR",
  "Korea": "KR",
  "Republic of Korea": "KR",
  "Hong Kong SAR": "HK",
  "Macau": "MO",
  "Macao": "MO",
  "Mainland China": "CN",
  "UAE": "AE",
  "Emirates": "AE",
  "Ivory Coast": "CI",
  "Macedonia": "MK",
  "Swaziland": "SZ",
  "Burma": "MM",
  "Vatican": "VA",
  "Russian Federation": "RU",
  "ประเทศไทย": "TH",
}; // prettier-ignore

/**
 * The country that `name` is the name of, in any of the languages or by its code; undefined where no country, or more than one, is
 * called so. Case, accents, punctuation and a leading "The" make no difference.
 */
export function countryNamed(name: string): string | undefined {
  const code = name.trim().toUpperCase();
  return isCountry(code) ? code : (countryNames().get(comparable(name)) ?? undefined);
}

let known: ReadonlyMap<string, string | null> | undefined;

/** Some 10,000 names, gathered when somebody first asks: it takes a fifth of a second. Null: the name of several. */
function countryNames(): ReadonlyMap<string, string | null> {
  known ??= gatherNames();
  return known;
}

function gatherNames(): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  const add = (name: string, country: string): void => {
    const spelling = comparable(name);
    const other = names.get(spelling);
    if (spelling !== "") names.set(spelling, other === undefined || other === country ? country : null);
  };
  const languages = LANGUAGES.split(" ").flatMap((language) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })),
  );
  for (const display of languages) {
    for (const country of COUNTRIES) {
      const name = display.of(country) ?? "";
      if (!INITIALS.test(comparable(name))) add(name, country);
    }
  }
  for (const [name, country] of Object.entries(OTHER_NAMES)) names.set(comparable(name), country);
  return names;
}

/** Only the accents of Latin, Greek and Cyrillic letters are left out: in other scripts marks are vowels. */
function comparable(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ı", "i")
    .trim();
  return plain.replace(/^the\s+(?=.)/u, "").replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

/** By CLDR, the Unicode Consortium's data: what is or was a tender in each country, the usual one first. */
const TENDERS: Readonly<Record<string, readonly object[] | undefined>> = currencyData.supplemental.currencyData.region;

/** The currency people pay with in a country (ISO 4217); undefined where there is none, as in Antarctica. */
export function currencyOfCountry(country: string): string | undefined {
  const tenders = (TENDERS[country] ?? []).flatMap((tender) => Object.entries<unknown>(members(tender)));
  return tenders.find(([, facts]) => members(facts)["_to"] === undefined && members(facts)["_tender"] !== "false")?.[0];
}
