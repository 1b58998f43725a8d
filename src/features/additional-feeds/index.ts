export { activateFeed } from "./activate-feed.ts";
export { createFeed } from "./create-feed.ts";
export { deactivateFeed } from "./deactivate-feed.ts";
export { installFeed } from "./install-feed.ts";
export { updateFeed } from "./update-feed.ts";
export { targetSection } from "./section.ts";
