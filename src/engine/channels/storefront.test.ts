import { describe, expect, test } from "vitest";
import type { FeedFacts } from "./channel-input.ts";
import { storefrontDomain, storefrontUrl } from "./storefront.ts";

const FEED: FeedFacts = {
  country: "US",
  language: "en",
  currency: "USD",
  shopName: "Hazel",
  storeUrl: "https://www.hazel.platform.example",
  now: "2026-11-29T00:00:00.000Z",
};

describe("a shop's storefront", () => {
  test.each([
    ["nobody looked at the links", undefined, "hazel.platform.example", "https://www.hazel.platform.example"],
    ["no row has a link", [], "hazel.platform.example", "https://www.hazel.platform.example"],
    [
      "a link is on the platform's domain",
      ["www.hazel.com", "hazel.platform.example"],
      "hazel.platform.example",
      "https://www.hazel.platform.example",
    ],
    ["a link is below it", ["se.hazel.platform.example"], "hazel.platform.example", "https://www.hazel.platform.example"],
    ["all links are elsewhere", ["www.hazel.com", "hazel.se"], "hazel.com", "https://www.hazel.com"],
  ])("if %s", (_case, linkHosts, domain, url) => {
    const feed = linkHosts === undefined ? FEED : { ...FEED, linkHosts };
    expect([storefrontDomain(feed), storefrontUrl(feed)]).toEqual([domain, url]);
  });
});
