import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { organizationWrite } from "../operation.ts";
import { ShopDomain } from "../shops/index.ts";
import { PENDING_MAX } from "./connection.ts";
import { countPending, findConnectionTo, insertInvitation, lockOrganization } from "./organization-queries.ts";
import { clientShopAnswer, ClientShopShape } from "./organization-shapes.ts";

const LABEL_CHARACTERS_MAX = 100;

export const inviteShop = organizationWrite({
  name: "org.invite_shop",
  title: "Invite a shop",
  summary: "Asks a merchant to let the organization act for their shop.",
  description:
    "The response is the same whether or not a shop with that domain exists: the status is `pending` until the merchant approves. A shop that is installed later finds the invitation waiting. A declined invitation stays in the list, and must be removed before you can invite the shop again.",
  scope: "write_org",
  http: { method: "POST", path: "/org/invitations", status: 201 },
  body: z.strictObject({
    shop_domain: ShopDomain,
    client_label: z
      .string()
      .trim()
      .min(1)
      .max(LABEL_CHARACTERS_MAX)
      .optional()
      .meta({ description: "Name the organization uses for the shop." }),
  }),
  output: dataOf(ClientShopShape),
  example: {
    body: { shop_domain: "linen-and-oak.example", client_label: "Linen & Oak" },
    answer: {
      data: {
        domain: "linen-and-oak.example",
        name: null,
        client_label: "Linen & Oak",
        status: "pending",
        connected_at: null,
        product_count: null,
        subscription_plan: null,
      },
    },
  },
  errors: ["already_connected", "invitation_limit_reached"],
  audit: "connection.invited",
  mcp: { hidden: "a person decides whether to ask a merchant for access" },
  async run(call, { body }) {
    const domain = body.shop_domain;
    await lockOrganization(call.organization);
    const known = await findConnectionTo(call.organization, domain);
    if (known !== undefined) {
      // Who was declined is told nothing of the shop.
      const next = known.status === "active" && known.uninstalled_at !== null ? UNINSTALLED : NEXT[known.status];
      return call.fail("already_connected", `The connection to ${domain} is ${known.status}. ${next}`);
    }
    if ((await countPending(call.organization)) >= PENDING_MAX) return call.fail("invitation_limit_reached");
    const invitation = await insertInvitation(call.organization, { domain, clientLabel: body.client_label ?? null });
    return { data: clientShopAnswer({ ...invitation, shop_id: null, name: null, subscription_plan: null, live_count: null }) };
  },
});

const UNINSTALLED = "The shop is uninstalled. Remove the connection listed by GET /v1/org/shops, then invite the shop again.";
const NEXT = {
  active: "Use the connection. GET /v1/org/shops lists its shop_id.",
  pending: "Wait for the merchant's answer.",
  declined: "Remove the connection listed by GET /v1/org/shops, then invite the shop again.",
} as const;
