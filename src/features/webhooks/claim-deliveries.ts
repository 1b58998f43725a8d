import { sql } from "kysely";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { CLAIM_SECONDS, IN_FLIGHT_PER_SHOP, IN_FLIGHT_PER_WEBHOOK } from "./delivery.ts";
import type { WebhookStatus } from "./webhook.ts";

/** A delivery that is this process's to send, with all that sending it takes. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly shop_id: number;
  readonly webhook_id: number;
  readonly event_id: string;
  readonly event: string;
  readonly claims: number;
  readonly body: string;
  readonly endpoint_url: string;
  readonly webhook_status: WebhookStatus;
  readonly shop_uninstalled: boolean;
  /** Its webhook's last attempt failed. */
  readonly ailing: boolean;
  readonly secret: string;
  readonly secret_previous: string | null;
  readonly secret_previous_until: Date | null;
}

export interface ClaimRequest {
  readonly at: Date;
  /** What this process can send besides what it is sending. */
  readonly free: number;
  /** Of those, how many may go to webhooks whose last attempt failed. */
  readonly freeForAiling: number;
}

/** Names the one lock that makers of claims take. */
const CLAIMING = 7_241_990_014;

/**
 * Takes deliveries that are due, or whose claim has expired. Claims are made one after another, over all processes, and committed
 * before anything is sent: so the bounds on what is in flight hold exactly. Nobody waits until they are on disk: a server that breaks
 * down may forget a claim of the last moment, and its delivery is made again. Whoever waited for rows here would keep all others
 * waiting, so rows that somebody holds are passed over.
 *
 * Statistics of a queue are of another moment: by them PostgreSQL may find it cheap to read all that was ever delivered, or all that waits, over
 * and over. So it may only use indexes here, one entry after another, which also marks those of rows that are gone; and what was
 * chosen is held row by row, each found by its number: an index of what is pending cannot be used for a status with something added.
 */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
  return transact(db, async (transaction) => {
    await sql`
      select pg_advisory_xact_lock(${CLAIMING}::bigint), set_config('synchronous_commit', 'off', true),
        set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(transaction);
    return claim(transaction, request);
  });
}

/**
 * `waiting` jumps from webhook to webhook along the index of what waits (ordered by its second column too, or another index would
 * do, with all that was ever delivered in it), so a webhook with 100,000 deliveries costs as much as one with one. A
 * webhook's deliveries take turns, counted from what it has in flight, and first turns go before second ones: nobody starves. Each
 * webhook offers so many that they are about twice as many as there is room for; what that leaves free, the next claim fills.
 */
async function claim(db: Db, { at, free, freeForAiling }: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
  const claimed = await sql<ClaimedDelivery>`
    with recursive waiting as (
      (select webhook_id, due_at from webhook_deliveries where status = 'pending' order by webhook_id, due_at limit 1)
      union all
      select following.* from waiting cross join lateral (
        select d.webhook_id, d.due_at from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > waiting.webhook_id order by d.webhook_id, d.due_at limit 1
      ) following
    ), eager as (
      select webhook_id, greatest(1, ceil(2.0 * ${free}::int / count(*) over ())) as turns from waiting where due_at <= ${at}
    ), flying as (
      select webhook_id, shop_id, count(*) as flights from webhook_deliveries where claimed_until > now() group by webhook_id, shop_id
    ), shops_flying as (
      select shop_id, sum(flights) as flights from flying group by shop_id
    ), due as (
      select d.id, w.shop_id, d.due_at, w.failure_count > 0 as ailing,
        coalesce(f.flights, 0) + row_number() over (partition by w.id order by d.due_at, d.id) as turn
      from eager join webhooks w on w.id = eager.webhook_id left join flying f on f.webhook_id = w.id
      cross join lateral (
        select id, due_at from webhook_deliveries
        where webhook_id = w.id and status = 'pending' and due_at <= ${at} and (claimed_until is null or claimed_until <= now())
        order by due_at, id limit greatest(0, least(eager.turns, ${IN_FLIGHT_PER_WEBHOOK} - coalesce(f.flights, 0)))
      ) d
    ), of_shop as (
      select due.*, coalesce(s.flights, 0) + row_number() over (partition by shop_id order by turn, due_at, id) as shop_turn
      from due left join shops_flying s using (shop_id)
    ), fitting as (
      select id, turn, due_at, ailing, row_number() over (partition by ailing order by turn, due_at, id) as place
      from of_shop where shop_turn <= ${IN_FLIGHT_PER_SHOP}
    ), chosen as (
      select id, ailing from fitting where not ailing or place <= ${freeForAiling} order by turn, due_at, id limit ${free}
    ), held as (
      select held.id, chosen.ailing from chosen cross join lateral (
        select d.id from webhook_deliveries d
        where d.id = chosen.id and d.status || '' = 'pending' and d.due_at <= ${at} and (d.claimed_until is null or d.claimed_until <= now())
        for update skip locked
      ) held
    )
    update webhook_deliveries d set claims = d.claims + 1, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    from held, webhooks w, events e, shops s
    where d.id = held.id and w.id = d.webhook_id and e.id = d.event_id and s.id = d.shop_id
    returning d.id, d.shop_id, d.webhook_id, d.event_id, d.event, d.claims, e.body, w.endpoint_url, w.status as webhook_status,
      s.uninstalled_at is not null as shop_uninstalled, held.ailing, w.secret, w.secret_previous, w.secret_previous_until`.execute(db);
  return claimed.rows;
}

/** Whether something is due that nobody has claimed: cheap enough to be asked all the time. */
export async function deliveriesWait(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`select deliveries_wait(${at}) as waits`.execute(db);
  return rows[0]?.waits === true;
}
