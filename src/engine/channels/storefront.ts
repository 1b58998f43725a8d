import type { FeedFacts } from "./channel-input.ts";

const withoutWww = (host: string): string => host.replace(/^www\./, "");
const platformDomain = ({ storeUrl }: FeedFacts): string => withoutWww(/^https?:\/\/([^/:?#]+)/i.exec(storeUrl)?.[1]?.toLowerCase() ?? "");

/** The host of most links if none is on the platform's domain: the shop sells under another one then, and so may its market. */
function otherHost(feed: FeedFacts): string | undefined {
  const own = platformDomain(feed);
  const hosts = feed.linkHosts ?? [];
  return hosts.some((host) => host === own || host.endsWith(`.${own}`)) ? undefined : hosts[0];
}

/** The domain that buyers see, without `www`. Which one is verified with the channel isn't known. */
export function storefrontDomain(feed: FeedFacts): string {
  const other = otherHost(feed);
  return other === undefined ? platformDomain(feed) : withoutWww(other);
}

/** Where buyers find the shop, such as `https://www.shop.example`. */
export function storefrontUrl(feed: FeedFacts): string {
  const other = otherHost(feed);
  return other === undefined ? feed.storeUrl : `https://${other}`;
}

/** What `link_domain_mismatch` can't find. A headless shop's links are all elsewhere, too, so a finding would be wrong for every row of it. */
export const ONE_OTHER_DOMAIN = Object.freeze({
  code: "link_domain_mismatch",
  why: "Only in part: if no link is on the shop's domain, links are compared with the domain that most of them are on. Whether that domain is the right one can't be seen in the file.",
});
