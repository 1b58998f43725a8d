import type { SetupStep } from "../channel-port.ts";

export function googleSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Open Merchant Center",
      text: "Sign in to Merchant Center with the account that sells the products. Verify and claim the shop's domain under Settings > Business info > Website.",
      url: "https://merchants.google.com/",
    },
    {
      title: "Add the file as a data source",
      text: `Choose Settings (the gear) > Data sources > Add product source > Add products from a file > Enter a link to your file. Paste ${feedUrl ?? "the file's address, which appears here once the feed has been published"}.`,
      url: "https://support.google.com/merchants/answer/14988704",
    },
    {
      title: "Choose country and language",
      text: "Choose the feed's own country and language. Fetch the file daily, an hour after the shop's extract.",
      url: null,
    },
    {
      title: "Check the result",
      text: "Google lists what it rejects under Products > Needs attention. The findings here list what can be seen in the file beforehand.",
      url: null,
    },
  ];
}
