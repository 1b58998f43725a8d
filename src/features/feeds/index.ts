export { feedUrl } from "./feed-answers.ts";
export { readDefinition } from "./feed-definition.ts";
export { changeDefinition, type FeedRow, findFeed, insertPrimaryFeed, listActiveFeeds, lockFeed } from "./feed-queries.ts";
export { FeedIdPath, FeedPath } from "./feed-shapes.ts";
export { findPublicFile, type PublicFile } from "./find-public-file.ts";
export { getFeed } from "./get-feed.ts";
export { getFeedScope } from "./get-feed-scope.ts";
export { listFeeds } from "./list-feeds.ts";
