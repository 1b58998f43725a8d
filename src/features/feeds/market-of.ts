import type { SellingPlaces } from "./selling-queries.ts";

/** What a market feed aims at: a country, or one of the shop's markets. Both are kept in upper case. */

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

const NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/** `text` in upper case. */
export function isCountry(text: string): boolean {
  return COUNTRIES.has(text);
}

/**
 * Which of the shop's markets a feed's target is: the one of that name, or for a country the one that is called as the country is in
 * English, because an export knows its markets by name alone. -1: none.
 */
export function marketAt(markets: readonly string[], target: string): number {
  const names = markets.map((market) => market.toUpperCase());
  const named = names.indexOf(target.toUpperCase());
  return named !== -1 || !isCountry(target) ? named : names.indexOf(nameOf(target));
}

/** The country a feed of this market is for, where the target or the platform tells one. */
export function countryOfMarket(target: string, markets: SellingPlaces["markets"]): string | undefined {
  const known = markets.find(({ handle }) => handle.toUpperCase() === target.toUpperCase());
  if (typeof known?.country === "string") return known.country;
  return isCountry(target) ? target : [...COUNTRIES].find((country) => nameOf(country) === target.toUpperCase());
}

/** Whether the shop is at home there: its prices need no market to be prices. */
export function isOwnMarket(target: string, { country, markets }: SellingPlaces): boolean {
  return countryOfMarket(target, markets) === country;
}

function nameOf(country: string): string {
  return (NAMES.of(country) ?? country).toUpperCase();
}
