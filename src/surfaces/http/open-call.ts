import type { Actor, AdminCall, AnyCall, Services } from "../../features/operation.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { SCOPES } from "../../kernel/scopes.ts";
import { type Db, openOrganization, openShop } from "../../platform/postgres/postgres-port.ts";
import type { Authorised } from "./authorise.ts";

/** A call made for one request, and what its operation says of it while it runs. */
export interface OpenedCall {
  readonly call: AnyCall;
  /** The shop that the audit row belongs to: the call's own, or the one its operation named. */
  readonly concerned: () => ShopId | null;
}

interface Opening {
  readonly services: Services;
  readonly requestId: string;
  /** In a write: its transaction. */
  readonly db: Db;
}

/** The request boundary: what an operation may see is decided here, by whom the caller was authorised for. */
export function openCall(
  { caller, tenant, actor }: Authorised & { readonly actor: Actor },
  { services, requestId, db }: Opening,
): OpenedCall {
  const base = { ...services, actor, requestId };
  if (tenant.kind === "merchant") return { call: { ...base, shop: openShop(db, tenant.shopId) }, concerned: () => tenant.shopId };
  let shopId: ShopId | null = null;
  const shopless = {
    ...base,
    scopes: caller.scopes,
    concern: (id: ShopId) => void (shopId = id),
    openShop: (id: ShopId) => openShop(db, id),
  };
  const call: AnyCall =
    tenant.kind === "organization"
      ? { ...shopless, organization: openOrganization(db, tenant.organizationId) }
      : { ...shopless, db, openOrganization: (id) => openOrganization(db, id) };
  return { call, concerned: () => shopId };
}

/** The call of whoever runs the installation and has no key to show: a person at the command line. */
export function openAdminCall({ services, requestId, db }: Opening, actor: Actor): OpenedCall {
  let shopId: ShopId | null = null;
  const call: AdminCall = {
    ...services,
    actor,
    requestId,
    scopes: new Set(SCOPES),
    concern: (id) => void (shopId = id),
    openShop: (id) => openShop(db, id),
    db,
    openOrganization: (id) => openOrganization(db, id),
  };
  return { call, concerned: () => shopId };
}
