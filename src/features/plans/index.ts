export { cancelSubscription, subscribe } from "./change-subscription.ts";
export { getSubscription } from "./get-subscription.ts";
export { rereadOldSubscriptions, rereadSubscription } from "./reread-subscription.ts";
export { listPlans } from "./list-plans.ts";
export { subscriptionChanged } from "./subscription-events.ts";
