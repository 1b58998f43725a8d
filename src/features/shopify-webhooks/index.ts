export { actOnWebhook } from "./act-on-webhook.ts";
export { checkSubscriptions } from "./check-subscriptions.ts";
export { openBells } from "./export-bells.ts";
export { openIntake, type TakeDelivery } from "./take-delivery.ts";
