import { dataOf } from "../../kernel/page.ts";
import { findLatestExtract, findNextExtract } from "../extracts/index.ts";
import { countLiveFindings } from "../findings/index.ts";
import { organizationBehind } from "../keys/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findGrant } from "../shopify-grants/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { listDisabledWebhooks, listOverviewFeeds } from "./overview-queries.ts";
import { overviewOf } from "./overview-of.ts";
import { OverviewShape } from "./overview-shapes.ts";

export const getOverview = read({
  name: "shop.overview",
  title: "Get the overview",
  summary: "Shows the shop's feeds with their counts and runs, what needs attention, and the next extract.",
  description:
    "Everything that the first page of a console shows, from stored results. `attention` includes extracts if the key has `read_exports`, and webhooks if it has `read_webhooks`. For advice on one feed, use `feeds.health`.",
  scope: "read_feeds",
  http: { method: "GET", path: "/overview", status: 200 },
  output: dataOf(OverviewShape),
  errors: [],
  mcp: { hidden: "`feed_health` says the same to an agent, with the next tool and its arguments." },
  run: async (call) => ({ data: await overview(call) }),
});

async function overview(call: ShopCall): Promise<OverviewShape> {
  const { shop, scopes } = call;
  const [feeds, findings, snapshot, extract, nextExtractAt, disabledWebhooks, grant] = await Promise.all([
    listOverviewFeeds(shop),
    countLiveFindings(shop),
    findLiveSnapshot(shop),
    scopes.has("read_exports") ? findLatestExtract(shop) : undefined,
    findNextExtract(shop),
    scopes.has("read_webhooks") ? listDisabledWebhooks(shop, organizationBehind(call.actor)) : [],
    findGrant(shop),
  ]);
  const hasCatalog = snapshot !== undefined;
  const known = { feeds, findings, hasCatalog, extract: extract ?? null, nextExtractAt, disabledWebhooks };
  const facts = { shopId: shop.shopId, ...known, accessEndedAt: grant?.ended_at ?? null };
  return overviewOf(facts, call);
}
