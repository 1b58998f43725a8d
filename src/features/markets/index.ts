export { listLanguages } from "./list-languages.ts";
export { listMarkets } from "./list-markets.ts";
