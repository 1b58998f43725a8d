import { sql } from "kysely";
import { storedId } from "../../kernel/ids.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { listLatestExtractsOf, listNextExtractsOf } from "../extracts/index.ts";
import { countFindingsOf, listSharedFindings } from "../findings/index.ts";
import { listEndedGrantsOf } from "../shopify-grants/index.ts";
import { listDisabledWebhooksOf, listFeedsOf, type OverviewFacts } from "../overview/index.ts";

/** A fixed number of statements, however many shops an organization has. */

/** The ids of shops that an organization is connected to: what it may see ends here. */
const connectedShops = ({ organizationId }: OrganizationDb) =>
  sql`select shop_id from organization_connections where organization_id = ${organizationId} and status = 'active'`;

/** More than any agency has; a bound on what one answer is made of. */
const SHOPS_MAX = 2_000;
const FEEDS_MAX = 10_000;
const SHARED_FINDINGS_MAX = 100;

/** Connections with what may be said of their shops: nothing before the merchant has agreed. */
export async function listFleetShops({ db, organizationId }: OrganizationDb) {
  return db
    .selectFrom("organization_connections as connection")
    .leftJoin("shops", (join) => join.onRef("shops.id", "=", "connection.shop_id").on("connection.status", "=", "active"))
    .select([
      "connection.invitation_number",
      "connection.domain",
      "connection.client_label",
      "connection.status",
      "connection.connected_at",
      "shops.id as shop_id",
      "shops.name",
      "shops.domain as shop_domain",
      "shops.subscription_plan",
      "shops.subscription_status",
      "shops.live_extract_id",
      "shops.uninstalled_at",
    ])
    .where("connection.organization_id", "=", organizationId)
    .orderBy("connection.id")
    .limit(SHOPS_MAX)
    .execute();
}
export type FleetShopRow = Awaited<ReturnType<typeof listFleetShops>>[number];

interface Seeing {
  readonly extracts: boolean;
  readonly webhooks: boolean;
}

/** What is stored about each connected shop, by its id. */
export async function listFleetFacts(organization: OrganizationDb, rows: readonly FleetShopRow[], seeing: Seeing) {
  const { db } = organization;
  const shops = connectedShops(organization);
  const [feeds, findings, next, ended, extracts, webhooks] = await Promise.all([
    listFeedsOf(db, shops, FEEDS_MAX),
    countFindingsOf(db, shops),
    listNextExtractsOf(db, shops),
    listEndedGrantsOf(db, shops),
    seeing.extracts ? listLatestExtractsOf(db, shops) : [],
    seeing.webhooks ? listDisabledWebhooksOf(db, shops, organization.organizationId) : [],
  ]);
  const by = <T extends { readonly shop_id: number }>(all: readonly T[]): ReadonlyMap<number, readonly T[]> =>
    Map.groupBy(all, ({ shop_id: id }) => id);
  const [feedsBy, findingsBy, nextBy, extractsBy, webhooksBy] = [by(feeds), by(findings), by(next), by(extracts), by(webhooks)];
  const facts = rows.flatMap(({ shop_id: id, live_extract_id: live }): readonly (readonly [number, OverviewFacts])[] => {
    if (id === null) return [];
    return [
      [
        id,
        {
          shopId: storedId("shop", id),
          feeds: feedsBy.get(id) ?? [],
          findings: findingsBy.get(id) ?? [],
          hasCatalog: live !== null,
          extract: extractsBy.get(id)?.[0] ?? null,
          nextExtractAt: nextBy.get(id)?.[0]?.at ?? null,
          accessEndedAt: ended.find(({ shop_id: of }) => of === id)?.ended_at ?? null,
          disabledWebhooks: webhooksBy.get(id) ?? [],
        },
      ],
    ];
  });
  return new Map(facts);
}

/** Findings that the connected shops have in common. */
export async function listFleetFindings(organization: OrganizationDb) {
  return listSharedFindings(organization.db, connectedShops(organization), SHARED_FINDINGS_MAX);
}
