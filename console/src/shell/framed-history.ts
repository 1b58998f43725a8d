import { createBrowserHistory, type HistoryLocation, type RouterHistory } from "@tanstack/react-router";
import { framedBy, isEmbedded, withFrame, withoutFrame } from "../api/embedded.ts";
import { promised } from "../unsafe.ts";

/** Inside the Shopify admin, addresses keep what the server frames the page by, and pages don't see it. */
export function framedHistory(): { readonly history?: RouterHistory } {
  if (!isEmbedded()) return {};
  const frame = framedBy(location.href);
  return { history: createBrowserHistory({ createHref: (path) => withFrame(path, frame), parseLocation }) };
}

/** As the router's own, which has put the state there. */
function parseLocation(): HistoryLocation {
  const href = withoutFrame(location.href);
  const { pathname, search, hash } = new URL(href, location.origin);
  return { href, pathname, search, hash, state: promised<HistoryLocation["state"]>(globalThis.history.state) };
}
