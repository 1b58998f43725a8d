import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import type { ConnectionRequestRow } from "./connection-queries.ts";
import type { ClientShopRow, OrganizationView } from "./organization-queries.ts";

export const ConnectionStatusText = z.enum(["pending", "active", "declined"]);

export const OrganizationShape = z
  .strictObject({
    id: idSchema("org", "Id of the organization."),
    object: z.literal("organization"),
    name: z.string(),
    shop_count: z.int().meta({ description: "Shops whose merchants have approved." }),
    member_count: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Organization" });

export function organizationAnswer(organization: OrganizationView): z.input<typeof OrganizationShape> {
  return {
    id: formatId("org", storedId("org", organization.id)),
    object: "organization",
    name: organization.name,
    shop_count: organization.shop_count,
    member_count: organization.member_count,
    created_at: organization.created_at.toISOString(),
    updated_at: organization.updated_at.toISOString(),
  };
}

export const ClientShopShape = z
  .strictObject({
    id: z.int().meta({
      description:
        "Id of the shop while `active`, as `shop_id` takes it. Before and after that, the invitation's own number, which reveals nothing about a shop.",
    }),
    object: z.literal("client_shop"),
    domain: z.string(),
    name: z
      .string()
      .nullable()
      .meta({ description: "Null unless the status is `active`. So are `product_count`, `subscription_plan` and `connected_at`." }),
    client_label: z.string().nullable().meta({ description: "Name the organization uses for the shop." }),
    status: ConnectionStatusText,
    invited_at: z.iso.datetime(),
    connected_at: z.iso.datetime().nullable(),
    product_count: z.int().nullable(),
    subscription_plan: z.string().nullable(),
  })
  .meta({ id: "ClientShop" });

export function clientShopAnswer(row: ClientShopRow): z.input<typeof ClientShopShape> {
  return {
    id: row.shop_id ?? row.invitation_number,
    object: "client_shop",
    domain: row.domain,
    name: row.name,
    client_label: row.client_label,
    status: row.status,
    invited_at: row.invited_at.toISOString(),
    connected_at: row.connected_at?.toISOString() ?? null,
    product_count: row.shop_id === null ? null : (row.live_count ?? 0),
    subscription_plan: row.subscription_plan,
  };
}

export const MemberRole = z.enum(["owner", "admin", "member"]);

export const OrgMemberShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("org_member"),
    name: z.string(),
    email: z.string(),
    role: MemberRole,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "OrgMember" });

interface MemberRow extends Omit<z.input<typeof OrgMemberShape>, "object" | "created_at"> {
  readonly created_at: Date;
}

export function memberAnswer({ id, name, email, role, created_at }: MemberRow): z.input<typeof OrgMemberShape> {
  return { id, object: "org_member", name, email, role, created_at: created_at.toISOString() };
}

export const ConnectionRequestShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("connection_request"),
    organization_id: idSchema("org", "Organization that sent the request."),
    organization_name: z.string(),
    status: ConnectionStatusText.meta({ description: "`active`: the organization's keys can act for the shop, within their scopes." }),
    invited_at: z.iso.datetime(),
    connected_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ConnectionRequest" });

export function connectionRequestAnswer(row: ConnectionRequestRow): z.input<typeof ConnectionRequestShape> {
  return {
    id: row.id,
    object: "connection_request",
    organization_id: formatId("org", storedId("org", row.organization_id)),
    organization_name: row.organization_name,
    status: row.status,
    invited_at: row.invited_at.toISOString(),
    connected_at: row.connected_at?.toISOString() ?? null,
  };
}
