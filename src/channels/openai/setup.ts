import type { SetupStep } from "../channel-port.ts";

export function openaiSetup({ feedUrl }: { readonly feedUrl: string | null }): readonly SetupStep[] {
  return [
    {
      title: "Apply as a merchant",
      text: "Apply at chatgpt.com/merchants. OpenAI includes shops on Shopify and Etsy without a feed. This file is for other shops, and for full control.",
      url: "https://chatgpt.com/merchants",
    },
    {
      title: "Deliver the file",
      text: `OpenAI accepts files by SFTP, at least daily and always under the same name. Download ${feedUrl ?? "the file, once the feed has been published,"} and upload it with the credentials OpenAI gives you.`,
      url: "https://developers.openai.com/commerce/specs/file-upload/overview",
    },
    {
      title: "Identify the seller",
      text: "The shop's name and address are already filled in. Map return_policy, seller_privacy_policy and seller_tos to your pages if OpenAI asks for them.",
      url: null,
    },
  ];
}
