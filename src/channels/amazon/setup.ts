import type { SetupStep } from "../channel-port.ts";

export function amazonSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Find your seller id",
      text: "In Seller Central choose Settings > Account Info > Merchant Token, and set it as seller_id in this channel's settings, with the marketplace's marketplace_id.",
      url: "https://sellercentral.amazon.com/",
    },
    {
      title: "Choose product types",
      text: "Set product_type if everything you sell is of one type, such as SHIRT. Otherwise make a lookup table from the shop's product types to Amazon's, and name it in product_type_by.",
      url: null,
    },
    {
      title: "Connect the account, or hand over the file",
      text: `Amazon doesn't fetch files from an address. Connect the seller account, and Feedwright sends the rows; or submit ${feedUrl ?? "the file, once the feed has been published,"} as a JSON_LISTINGS_FEED through the Selling Partner API.`,
      url: "https://developer-docs.amazon.com/sp-api/docs/feeds-api-v2021-06-30-use-case-guide",
    },
    {
      title: "Read the processing report",
      text: "Amazon reports what it refuses by message number and SKU; both are those of the file.",
      url: null,
    },
  ];
}
