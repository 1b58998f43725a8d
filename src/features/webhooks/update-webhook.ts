import { members } from "../../kernel/unsafe.ts";
import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { holdConnection, organizationBehind } from "../keys/index.ts";
import { type Actor, write } from "../operation.ts";
import { endpointFaults } from "./endpoint-faults.ts";
import { WEBHOOK } from "./webhook.ts";
import { changeWebhook, lockWebhook } from "./webhook-queries.ts";
import {
  EndpointUrl,
  SubscribedEvents,
  webhookAnswer,
  webhookAnswerFor,
  WebhookPath,
  type WebhookRow,
  WebhookShape,
} from "./webhook-shapes.ts";

const KNOWN_SECRET =
  "An organization that is no longer connected to the shop knows this webhook's secret. Rotate the secret first (`POST /webhooks/{id}/secret/rotate`).";
const FOREIGN_ADDRESS =
  "The organization that owns this webhook is no longer connected to the shop. Send an endpoint_url of your own, either a new one or the current one.";

/** What the caller was shown and sends back means the address as it is. */
function withWholeUrl<Body extends { readonly endpoint_url?: string | undefined }>(actor: Actor, body: Body, target: WebhookRow): Body {
  const isAsShown = body.endpoint_url === webhookAnswerFor(actor, target).endpoint_url;
  return isAsShown ? { ...body, endpoint_url: target.endpoint_url } : body;
}

export const updateWebhook = write({
  name: "webhooks.update",
  title: "Update a webhook",
  summary: "Changes a webhook's URL or events, or enables it again.",
  description:
    "`status` can only be `active`, which sets `failure_count` to 0 and clears the reason the webhook was disabled. Deliveries that failed in the meantime stay failed; `POST /webhooks/{id}/recover` sends them again. Waiting deliveries go to the new URL. If an organization's key set the URL or created the secret, the webhook is disabled when the organization's connection ends. To take it over, the merchant rotates the secret, so that the organization doesn't know it, and enables the webhook with a URL, the current one or another.",
  scope: "write_webhooks",
  http: { method: "PATCH", path: "/webhooks/{id}", status: 200 },
  path: WebhookPath,
  body: z.strictObject({
    endpoint_url: z.optional(EndpointUrl),
    events: z.optional(SubscribedEvents),
    status: z
      .literal("active", { error: "can only be `active`; delete the webhook to stop it" })
      .optional()
      .meta({ description: "Set it to `active` to enable the webhook again." }),
  }),
  memberCodes: { endpoint_url: "webhook_invalid", events: "webhook_invalid", status: "webhook_invalid" },
  output: dataOf(WebhookShape),
  errors: ["resource_not_found", "webhook_invalid"],
  audit: "webhook.updated",
  mcp: { tool: "update_webhook", use: "Use it to change the URL or events, or to enable a webhook again after failures disabled it." },
  undone({ path, body: { endpoint_url: url, events, status }, before }) {
    if (status !== undefined) return { impossible: "To stop a webhook that was enabled, delete it (`delete_webhook`)." };
    const was = members(before);
    return {
      operation: "webhooks.update",
      path: { id: String(path.id) },
      body: {
        ...(url === undefined ? {} : { endpoint_url: was["endpoint_url"] }),
        ...(events === undefined ? {} : { events: was["events"] }),
      },
      left: { ...(url === undefined ? {} : { endpoint_url: url }), ...(events === undefined ? {} : { events }) },
    };
  },
  target: async (call, { id }) => (await lockWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  before: webhookAnswer,
  async run(call, { body: asked, target }) {
    const body = withWholeUrl(call.actor, asked, target);
    if (Object.keys(body).length === 0) call.fail("webhook_invalid", "Send at least one of endpoint_url, events and status.");
    const [fault, ...others] = body.endpoint_url === undefined ? [] : endpointFaults(call, body.endpoint_url);
    if (fault !== undefined) call.fail("webhook_invalid", fault.message, [fault, ...others]);
    // An address is whose key gave it, so that an organization that leaves hears nothing more. The same one sent back gives nothing, unless
    // the merchant enables with it what an organization's leaving has ended.
    const giver = body.endpoint_url === undefined ? target.organization_id : organizationBehind(call.actor);
    const moved = body.endpoint_url !== undefined && body.endpoint_url !== target.endpoint_url;
    const enabled = body.status !== undefined && WEBHOOK[target.status].enable === body.status;
    const reclaimed = enabled && target.status === "disabled" && giver === null;
    const owner = moved || reclaimed ? giver : target.organization_id;
    const hasLeft = async (organizationId: number | null): Promise<boolean> =>
      organizationId !== null && !(await holdConnection(call.shop.db, call.shop.shopId, organizationId));
    const refuse = (message: string): never =>
      call.fail("webhook_invalid", message, [{ param: "/status", code: "invalid_param", message }]);
    if (enabled && (await hasLeft(target.secret_organization_id))) refuse(KNOWN_SECRET);
    if (enabled && (await hasLeft(owner))) refuse(FOREIGN_ADDRESS);
    const change = { endpointUrl: body.endpoint_url, events: body.events, organizationId: owner, enabled };
    return { data: webhookAnswerFor(call.actor, await changeWebhook(call.shop, storedId("wh", target.id), change)) };
  },
});
