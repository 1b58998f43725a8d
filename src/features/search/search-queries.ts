import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Of each kind: whoever wants more types more. */
const ROWS_MAX = 5;

export interface NamedRow {
  readonly kind: "feed" | "rule" | "lookup" | "webhook";
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly feed_id: number | null;
  /** Of a rule. */
  readonly definition: Readonly<Record<string, unknown>> | null;
  readonly exact: boolean;
}

interface NamedSearch {
  readonly text: string;
  readonly kinds: readonly NamedRow["kind"][];
  /** Whose webhooks; null for all of the shop. */
  readonly organizationId: number | null;
}

/** Feeds, rules, lookup tables and webhooks that a text names, in one statement: exact ones first, then in the order they were made. */
export async function listNamed({ db, shopId }: ShopDb, { text, kinds, organizationId }: NamedSearch): Promise<readonly NamedRow[]> {
  const wanted = sql`lower(${text}::text)`;
  const asked = sql`${[...kinds]}::text[]`;
  const { rows } = await sql<NamedRow>`
    with named as (
      select 'feed' as kind, id, 'feed_' || id as name_id, display_name as title, file_name as detail, id as feed_id, null::json as definition,
        array[display_name, slug, file_name] as names
      from feeds where shop_id = ${shopId} and 'feed' = any(${asked})
      union all
      select 'rule', r.id, 'rule_' || r.id, '', f.display_name, r.feed_id, r.definition,
        array[r.definition->>'note', r.definition->>'reason', r.definition->>'target']
      from rules r join feeds f on f.id = r.feed_id and f.shop_id = r.shop_id where r.shop_id = ${shopId} and 'rule' = any(${asked})
      union all
      select 'lookup', id, name, name, row_count || case row_count when 1 then ' row' else ' rows' end, null, null, array[name]
      from lookup_tables where shop_id = ${shopId} and 'lookup' = any(${asked})
      union all
      select 'webhook', id, 'wh_' || id, endpoint_url, status, null, null, array[endpoint_url]
      from webhooks where shop_id = ${shopId} and 'webhook' = any(${asked})
        and (${organizationId}::bigint is null or coalesce(organization_id, ${organizationId}) = ${organizationId})
    ), matching as (
      select n.*, m.exact, row_number() over (partition by kind order by m.exact desc, n.id) as place
      from named n cross join lateral (
        select lower(name_id) = ${wanted} or coalesce(bool_or(lower(name) = ${wanted}), false) as exact,
          coalesce(bool_or(position(${wanted} in lower(name)) > 0), false) as holds
        from unnest(n.names) as name
      ) m where m.exact or m.holds
    )
    select kind, name_id as id, title, detail, feed_id, definition, exact from matching where place <= ${ROWS_MAX}
    order by exact desc, array_position(${asked}, kind), place`.execute(db);
  return rows;
}
