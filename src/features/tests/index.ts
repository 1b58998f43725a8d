export { getFeedTests } from "./get-feed-tests.ts";
export { readWrittenTests } from "./read-written-tests.ts";
export { runFeedTests } from "./run-feed-tests.ts";
export { setFeedTests } from "./set-feed-tests.ts";
