export { getFeedTests } from "./get-feed-tests.ts";
export { runFeedTests } from "./run-feed-tests.ts";
export { testsSection } from "./section.ts";
export { setFeedTests } from "./set-feed-tests.ts";
