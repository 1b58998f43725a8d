import type { SetupStep } from "../channel-port.ts";

export function openaiSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Apply as a merchant",
      text: "Apply at chatgpt.com/merchants. Shops on Shopify and Etsy are taken in without a feed; this file is for the others, and for full control.",
      url: "https://chatgpt.com/merchants",
    },
    {
      title: "Deliver the file",
      text: `OpenAI takes files by SFTP, at least daily and always under the same name. Fetch ${feedUrl ?? "the file, once the feed has been published,"} and upload it with the access OpenAI gives you.`,
      url: "https://developers.openai.com/commerce/specs/file-upload/overview",
    },
    {
      title: "Say who sells",
      text: "The shop's name and address are filled in. Map return_policy, seller_privacy_policy and seller_tos to your pages if OpenAI asks for them.",
      url: null,
    },
  ];
}
