export { getFeedHealth } from "./get-feed-health.ts";
