import { sql } from "kysely";
import type { OrganizationId, WebhookId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { WEBHOOK_DISABLED } from "./delivery.ts";
import type { WebhookRow } from "./webhook-shapes.ts";

const own = ({ db, shopId }: ShopDb, id: WebhookId) =>
  db.selectFrom("webhooks").selectAll().where("shop_id", "=", shopId).where("id", "=", id);

export async function listWebhooks({ db, shopId }: ShopDb): Promise<readonly WebhookRow[]> {
  return db.selectFrom("webhooks").selectAll().where("shop_id", "=", shopId).orderBy("id").execute();
}

export async function findWebhook(shop: ShopDb, id: WebhookId): Promise<WebhookRow | undefined> {
  return own(shop, id).executeTakeFirst();
}

/** Against changes and results of deliveries; not its key, which events written meanwhile share. */
export async function lockWebhook(shop: ShopDb, id: WebhookId): Promise<WebhookRow | undefined> {
  return own(shop, id).forNoKeyUpdate().executeTakeFirst();
}

/** Holds the shop's row, so that two made at one moment count each other. */
export async function countWebhooks({ db, shopId }: ShopDb): Promise<number> {
  await db.selectFrom("shops").select("id").where("id", "=", shopId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const { total } = await db
    .selectFrom("webhooks")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("shop_id", "=", shopId)
    .executeTakeFirstOrThrow();
  return total;
}

export interface NewWebhook {
  readonly endpointUrl: string;
  readonly events: readonly string[];
  /** Whose address it is; null: the merchant's. */
  readonly organizationId: number | null;
}

/** Without its secret, which is sealed with its number. */
export async function insertWebhook({ db, shopId }: ShopDb, webhook: NewWebhook): Promise<WebhookRow> {
  return db
    .insertInto("webhooks")
    .values({
      shop_id: shopId,
      organization_id: webhook.organizationId,
      endpoint_url: webhook.endpointUrl,
      events: [...webhook.events],
      secret: "",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface NewSecret {
  readonly sealed: string;
  /** The secret before, and until when deliveries are signed with it too. */
  readonly previous: { readonly sealed: string; readonly until: Date } | null;
  /** Who knows it; null: the merchant. */
  readonly organizationId: number | null;
}

export async function storeSecret({ db, shopId }: ShopDb, id: WebhookId, secret: NewSecret): Promise<WebhookRow> {
  return db
    .updateTable("webhooks")
    .set({
      secret: secret.sealed,
      secret_previous: secret.previous?.sealed ?? null,
      secret_previous_until: secret.previous?.until ?? null,
      secret_organization_id: secret.organizationId,
      updated_at: sql<Date>`now()`,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface WebhookChange {
  readonly endpointUrl?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** Whose address it is now. */
  readonly organizationId: number | null;
  readonly enabled: boolean;
}

export async function changeWebhook({ db, shopId }: ShopDb, id: WebhookId, change: WebhookChange): Promise<WebhookRow> {
  return db
    .updateTable("webhooks")
    .set({
      ...(change.endpointUrl === undefined ? {} : { endpoint_url: change.endpointUrl }),
      ...(change.events === undefined ? {} : { events: [...change.events] }),
      organization_id: change.organizationId,
      ...(change.enabled ? { status: "active" as const, failure_count: 0, disabled_at: null, disabled_reason: null } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** With its deliveries. */
export async function deleteWebhook({ db, shopId }: ShopDb, id: WebhookId): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("webhooks").where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Without its name, which is none of the business of another organization that looks at the shop's webhooks; the log tells the merchant. */
const ITS_ORGANIZATION_LEFT = "The organization that set its URL or knows its secret is no longer connected to this shop.";

/**
 * Disables what leads to an address that an organization gave, or is signed with a secret that it knows: nothing more is sent, and what
 * waited fails. In the order in which results lock: webhooks by number, then deliveries. Answers those that were active.
 */
export async function disableWebhooksOf({ db, shopId }: ShopDb, organizationId: OrganizationId, at: Date): Promise<readonly WebhookRow[]> {
  const locked = await db
    .selectFrom("webhooks")
    .select(["id", "status"])
    .where((where) => where.or([where("organization_id", "=", organizationId), where("secret_organization_id", "=", organizationId)]))
    .where("shop_id", "=", shopId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const disabled = await db
    .updateTable("webhooks")
    .set({
      status: "disabled",
      disabled_at: sql<Date>`coalesce(disabled_at, ${at})`,
      disabled_reason: ITS_ORGANIZATION_LEFT,
      updated_at: at,
    })
    .where("shop_id", "=", shopId)
    .where("id", "in", ids)
    .returningAll()
    .execute();
  await failPending(db, ids);
  return disabled.filter(({ id }) => locked.some((before) => before.id === id && before.status === "active"));
}

/** Pending deliveries of these webhooks, with attempts that are on their way; what those find is recorded all the same. Answers how many. */
export async function failPending(db: Db, webhookIds: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ status: "failed", due_at: null, error_message: WEBHOOK_DISABLED })
    .where("webhook_id", "in", webhookIds)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
