import { isolated } from "../format.ts";

export const session = {
  apiKey: "API key",
  apiKeyHint: "Of a shop, an organization or an administrator. The browser gets a cookie that scripts can't read; the key isn't stored.",
  signIn: "Sign in",
  signInAgain: "Sign in again",
  sessionEnded: "The session has ended. The page and what you typed are still here.",
  noSecureCookie:
    "This page came over http from another machine, so browsers keep no secure cookie for it. Open it over https, or on the machine that runs Feedwright.",
  signingInByLink: "Signing in with the link …",
  linkHint: "On the machine that runs Feedwright, {command} prints a link that signs you in once.",
  signOut: "Sign out",
  readOnly: (key: string) => `The key ${isolated(key)} may only read. Changes are refused.`,
  otherShop: "Another shop",
  ownShopOnly: (shop: string) => `This session is for ${isolated(shop)} alone.`,
  otherShopNext: "To open the shop at this address, sign in with its own key, or with that of an organization it's connected to.",
} as const;
