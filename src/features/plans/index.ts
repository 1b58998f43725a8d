export { cancelSubscription, subscribe } from "./change-subscription.ts";
export { getSubscription } from "./get-subscription.ts";
export { listPlans } from "./list-plans.ts";
export { subscriptionChanged } from "./subscription-events.ts";
