import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findDelivery } from "./delivery-queries.ts";
import { deliveryDetailAnswer, DeliveryDetailShape, DeliveryPath } from "./delivery-shapes.ts";

export const getDelivery = read({
  name: "webhooks.get_delivery",
  title: "Get a delivery",
  summary: "Shows a delivery with its attempts.",
  description: "Each of the `attempts` has the time it was sent, the response, and how long that took.",
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks/{id}/deliveries/{delivery_id}", status: 200 },
  path: DeliveryPath,
  output: dataOf(DeliveryDetailShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_webhook_delivery", use: "Use it to read one delivery with the receiver's response." },
  async run(call, { path }) {
    const delivery = (await findDelivery(call.shop, path.id, path.delivery_id)) ?? call.fail("resource_not_found");
    return { data: deliveryDetailAnswer(delivery) };
  },
});
