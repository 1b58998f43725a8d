import { z } from "zod";
import { NumberId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { type ShopChange, write } from "../operation.ts";
import { CONNECTION } from "./connection.ts";
import { type ConnectionRequestRow, lockConnectionRequest, settleConnection } from "./connection-queries.ts";
import { endDelegation } from "./end-delegation.ts";
import { connectionRequestAnswer, ConnectionRequestShape } from "./organization-shapes.ts";

/** What both answers of a merchant have in common. */
const ANSWER = {
  scope: "write_settings",
  ownKeyOnly: true,
  path: z.strictObject({ id: NumberId }),
  output: dataOf(ConnectionRequestShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "the merchant decides who acts for the shop" },
  before: connectionRequestAnswer,
} as const;

export const approveConnection = write({
  ...ANSWER,
  name: "connection_requests.approve",
  title: "Approve a connection request",
  summary: "Lets an organization act for the shop.",
  description:
    "The organization's keys can then do what their scopes allow in this shop. You can still approve a request that was declined.",
  http: { method: "POST", path: "/connection_requests/{id}/approve", status: 200 },
  audit: "connection.approved",
  target: async (call, { id }) => (await lockConnectionRequest(call.shop, id)) ?? call.fail("resource_not_found"),
  run: async (call, { target }) => ({ data: await settled(call, target, "approve") }),
});

export const declineConnection = write({
  ...ANSWER,
  name: "connection_requests.decline",
  title: "Decline a connection request",
  summary: "Declines an organization's request, or ends its connection to the shop.",
  description:
    "An active connection ends with the next request. Keys that the organization created in the shop are revoked, and webhooks it created are disabled. The organization sees that it was declined.",
  http: { method: "POST", path: "/connection_requests/{id}/decline", status: 200 },
  example: { answer: { data: { status: "declined", connected_at: null } } },
  audit: "connection.declined",
  target: async (call, { id }) => (await lockConnectionRequest(call.shop, id)) ?? call.fail("resource_not_found"),
  run: async (call, { target }) => ({ data: await settled(call, target, "decline") }),
});

async function settled(call: ShopChange, request: ConnectionRequestRow, event: "approve" | "decline") {
  const status = CONNECTION[request.status][event];
  if (status === null || status === "pending" || status === request.status) return connectionRequestAnswer(request);
  const changed = await settleConnection(call.shop, request.id, status);
  if (request.status === "active") await endDelegation(call, storedId("org", request.organization_id));
  return connectionRequestAnswer({ ...request, ...changed });
}
