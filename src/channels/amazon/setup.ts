import type { SetupStep } from "../channel-port.ts";

export function amazonSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Find your seller id",
      text: "In Seller Central, choose Settings > Account Info > Merchant Token. Set the token as seller_id in this channel's settings, and set the marketplace's marketplace_id.",
      url: "https://sellercentral.amazon.com/",
    },
    {
      title: "Choose product types",
      text: "Set product_type if everything you sell has one type, such as SHIRT. Otherwise create a lookup table from the shop's product types to Amazon's, and set product_type_by to its name.",
      url: null,
    },
    {
      title: "Submit the file",
      text: `Amazon doesn't fetch files from a URL. Submit ${feedUrl ?? "the file, once the feed has been published,"} as a JSON_LISTINGS_FEED through the Selling Partner API.`,
      url: "https://developer-docs.amazon.com/sp-api/docs/feeds-api-v2021-06-30-use-case-guide",
    },
    {
      title: "Read the processing report",
      text: "Amazon lists what it rejects by message number and SKU. Both match the file.",
      url: null,
    },
  ];
}
