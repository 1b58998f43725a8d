import type { SetupStep } from "../channel-port.ts";

export function googleSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Open Merchant Center",
      text: "Sign in at Merchant Center with the account that sells the products. Verify and claim the shop's domain under Settings > Business info > Website.",
      url: "https://merchants.google.com/",
    },
    {
      title: "Add the file as a data source",
      text: `Choose Settings (the gear) > Data sources > Add product source > Add products from a file > Enter a link to your file, and paste ${feedUrl ?? "the file's address, which you'll find here once the feed has been published"}.`,
      url: "https://support.google.com/merchants/answer/14988704",
    },
    {
      title: "Choose country and language",
      text: "Take the feed's own country and language, and fetch daily, an hour after the shop's extract.",
      url: null,
    },
    {
      title: "Look at the result",
      text: "Under Products > Needs attention Google lists what it refuses. What can be seen in the file beforehand is among the findings here.",
      url: null,
    },
  ];
}
