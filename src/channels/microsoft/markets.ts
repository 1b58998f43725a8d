/** Countries in which product ads run (Microsoft Advertising help 60048, read 2026-11-23). Which languages are read there isn't published. */
export const PRODUCT_AD_COUNTRIES: readonly string[] = Object.freeze(
  (
    "AD AL AR AT AU AW BA BD BE BG BN BO BR BS CA CH CL CO CR CY CZ DE DK DM DO EC EE ES FI FJ FR GB GF GR GT GU GY HN HR HT HU ID IE IN IS IT " +
    "JP KY LI LK LT LU LV MC ME MK MN MQ MS MT MV MX MY NC NL NO NP NZ PA PE PF PG PH PL PR PT PY RO RS SE SG SI SK SM SV TH TR TT US UY VA VE " +
    "VN ZA"
  ).split(" "),
);
