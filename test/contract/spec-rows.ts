import { type CoverageRow, type EndpointRow, held, section } from "./coverage-row.ts";

/** The specification, row by row, and the tests that hold each. `npm run generate` makes the page of coverage from it. */

const endpoint = (line: string): EndpointRow => {
  const [method = "", path = "", scope = "", status = "", operation = ""] = line.trim().split(/\s+/);
  return { method, path, scope, status: Number(status), operation };
};

/** Section 4, in its order. */
export const SPEC_ENDPOINTS: readonly EndpointRow[] = `
  GET    /org                                              read_org       200 org.get
  POST   /org/invitations                                  write_org      201 org.invite_shop
  DELETE /org/connections/{shop_id}                        write_org      204 org.remove_connection
  GET    /org/shops                                        read_org       200 org.list_shops
  GET    /org/members                                      read_org       200 org.list_members
  GET    /org/keys                                         read_org       200 org.list_keys
  POST   /org/keys                                         write_org      201 org.create_key
  DELETE /org/keys/{kid}                                   write_org      204 org.revoke_key
  GET    /shop                                             read_settings  200 shop.get
  GET    /products                                         read_products  200 products.list
  GET    /products/{id}                                    read_products  200 products.get
  PATCH  /products/{id}                                    write_products 200 products.update
  POST   /products/{id}/restore                            write_products 200 products.restore
  PATCH  /products/batch                                   write_products 200 products.update_batch
  POST   /products/batch/restore                           write_products 200 products.restore_batch
  GET    /extracts                                         read_exports   200 extracts.list
  POST   /extracts                                         write_exports  202 extracts.create
  GET    /extracts/{id}                                    read_exports   200 extracts.get
  GET    /extracts/latest                                  read_exports   200 extracts.latest
  GET    /extracts/{id}/download                           read_exports   200 extracts.download
  GET    /feeds                                            read_feeds     200 feeds.list
  POST   /feeds                                            write_feeds    201 feeds.create
  GET    /feeds/{id}                                       read_feeds     200 feeds.get
  PATCH  /feeds/{id}                                       write_feeds    200 feeds.update
  GET    /feeds/{id}/scope                                 read_feeds     200 feeds.scope
  POST   /feeds/{id}/regenerate                            write_exports  202 feeds.regenerate
  GET    /feeds/{id}/runs/{run_id}                         read_exports   200 runs.get
  POST   /feeds/{id}/debug_rows                            read_feeds     200 feeds.debug_rows
  GET    /feeds/{id}/products                              read_products  200 feeds.products
  PATCH  /feeds/{id}/products/{product_id}/cells           write_products 200 cells.set
  GET    /feeds/{feed_id}/rules                            read_rules     200 rules.list
  GET    /feeds/{feed_id}/rules/{id}                       read_rules     200 rules.get
  POST   /feeds/{feed_id}/rules                            write_rules    201 rules.create
  PATCH  /feeds/{feed_id}/rules/{id}                       write_rules    200 rules.update
  DELETE /feeds/{feed_id}/rules/{id}                       write_rules    204 rules.delete
  POST   /feeds/{feed_id}/rules/{id}/activate              write_rules    200 rules.activate
  POST   /feeds/{feed_id}/rules/{id}/deactivate            write_rules    200 rules.deactivate
  POST   /feeds/{feed_id}/rules/reorder                    write_rules    200 rules.reorder
  POST   /feeds/{feed_id}/rules/preview                    write_rules    200 rules.preview
  GET    /feeds/{feed_id}/settings                         read_settings  200 settings.get
  GET    /webhooks                                         read_webhooks  200 webhooks.list
  POST   /webhooks                                         write_webhooks 201 webhooks.create
  GET    /webhooks/{id}                                    read_webhooks  200 webhooks.get
  PATCH  /webhooks/{id}                                    write_webhooks 200 webhooks.update
  DELETE /webhooks/{id}                                    write_webhooks 204 webhooks.delete
  POST   /webhooks/{id}/test                               write_webhooks 202 webhooks.test
  POST   /webhooks/{id}/secret/rotate                      write_webhooks 200 webhooks.rotate_secret
  GET    /webhooks/{id}/deliveries                         read_webhooks  200 webhooks.list_deliveries
`
  .trim()
  .split("\n")
  .map(endpoint);

const errors = (...titles: readonly string[]) => held("errors", ...titles);
const limits = (...titles: readonly string[]) => held("limits", ...titles);
const resources = (...titles: readonly string[]) => held("resources", ...titles);
const records = (...titles: readonly string[]) => held("records", ...titles);
const operations = (...titles: readonly string[]) => held("operations", ...titles);
const webhooks = (...titles: readonly string[]) => held("webhooks", ...titles);

const RULE_INVALID = "that are not valid are 422 rule_invalid, created, changed or previewed, and every fault is told";
const VALID = "answers a valid request as its schema and status say, with the headers every answer has";
const PAGES = "of %s are from 1, of 25 unless told otherwise and of 100 at most";
const BATCH_BOUND = "that is absent, empty, no list or over 100 is 422 validation_failed";
const BATCH_ITEMS = "of 100 is taken; the fault of an item is told with its place and stops no other";
const REPEATS = "gets a repeat the first answer to the byte; with another body it is refused";
const CELLS = "have cells of their feed: merged, cleared, refused one by one, and tried out";
const DELIVERY_LISTED =
  "that is tested answers 202 with the delivery, which is listed, newest first, with the members of the specification";
const SECRETS = "has the members of the specification, and its secret only when it is made and when that is rotated";

export const SPEC_ROWS: readonly CoverageRow[] = [
  ...section("§2", {
    "pagination: page, per_page and the five members of meta": limits(PAGES),
    "ids with a prefix, optional in paths for feeds and rules": [
      ...resources("is found by its number too, and its feed by its"),
      ...operations("may be written without the prefix of its id"),
    ],
    "bodies are wrapped in data; lists have meta except where it is said": records(
      "lists are bare where the contract says so, and have meta elsewhere",
    ),
    "Feed, list shape": resources("in the list has the nine members of the specification"),
    FeedDetail: resources("in detail has status, market, mode, scope, last run, country, slug and channels besides"),
    FeedScope: resources("a scope is computed, served stale while it follows a change, and fresh again"),
    FeedRun: resources("is answered 202 as running, and is then completed with its counts"),
    "FeedProduct; excluded ones are listed": [
      ...resources("of a feed tell whether and why they are excluded, and every field is a text"),
      ...held("shopExport", "shows every variant in the listing, excluded ones with their one reason"),
    ],
    Rule: resources("has the members of the specification, is switched off and on, and keeps its place until it is deleted"),
    RowDebugResult: resources("are traced with input, output and stages, also by the id that source data has"),
    "RowDebugResult: rendered for a channel": held(
      "channelOutputs",
      "is debugged with what the channel's file says, and what was computed beside all rows",
      "have nothing rendered where they're excluded or no channel is asked for",
    ),
    "rule preview result": limits("a rule preview shows up to 10 products"),
    Webhook: webhooks(SECRETS),
    WebhookDelivery: webhooks(DELIVERY_LISTED),
    "batch results": limits(BATCH_ITEMS),
  }),
  ...section("§3", {
    "feed status never_generated": errors("has an extract without a CSV, and its feed was never generated"),
    "feed status generating": errors(
      "an extract while another is pending or running is 409 export_in_progress, and both kinds of fault of its body are 422",
    ),
    "feed status fresh": resources("is answered 202 as running, and is then completed with its counts"),
    "run (none) to running to completed": resources("is answered 202 as running, and is then completed with its counts"),
    "run running to failed": held("worker", "whose snapshot is no longer kept fails with a sentence that says what to do"),
    "scope computing, fresh, refreshing": resources("a scope is computed, served stale while it follows a change, and fresh again"),
    "rule inactive and active": resources(
      "has the members of the specification, is switched off and on, and keeps its place until it is deleted",
    ),
    "webhook active to disabled": held(
      "delivering",
      "the fifth failure in a row disables the webhook: what waits fails, the others are told, the audit log says so",
    ),
    "webhook disabled to active": webhooks("takes `active` alone as a status, and every event of the specification by name"),
    "delivery pending, delivered, failed": held(
      "delivering",
      "a delivery that always fails is attempted after 1, 6, 36 minutes, 2 h 36 and 10 h 36, with the same bytes, freshly signed, and has failed then",
    ),
    "invitation becomes live once the merchant approves": held(
      "organizations",
      "approves, and the organization sees the shop under its own id",
    ),
    "DELETE /org/connections: access ends immediately": held(
      "processes",
      "by the organization ends its access, and that of the keys it made, in the other process at once",
    ),
  }),
  ...section("§4", {
    "common responses 401, 403, 404, 422": operations(
      "without a key, or with one nobody has, is 401",
      "with a key of the wrong kind is 403 wrong_key_kind",
      "with every scope but its own is 403 insufficient_scope, which names it",
      "is a miss where nobody has it, whatever the body and the id look like",
      "may have no member it does not know, and the answer points at it",
    ),
    "common response 429": held("rateLimit", "has so many requests in a minute, and is told how many are left and for how long"),
    "ClientShop id is the shop_id of merchant endpoints": records(
      "organization, client shop, member and the three kinds of key have the members of the contract; a secret is told once",
    ),
    "org keys: metadata only, raw_key once": records(
      "organization, client shop, member and the three kinds of key have the members of the contract; a secret is told once",
    ),
    "GET /products query": [
      ...records("in the list has the members of the contract, of which each sorts, and the list needs its feed"),
      ...held("products", "a search finds the products that hold the text, and no others", "money is sorted as money, in both directions"),
    ],
    "POST /products/{id}/restore clears all overrides": records(
      "in detail adds source data whose id is the row's, overrides and cells; what is overridden can be restored",
    ),
    "batches: partial success": limits(BATCH_ITEMS),
    "GET /extracts newest first, /latest": records(
      "an extract has the members of the contract, newest first, the latest by name, and deltas only where they are asked for",
    ),
    "POST /extracts full and regenerate": records("a regenerate extract is one run of its feed, and ends as it does"),
    "extract download is a presigned URL of the source CSV": limits(
      "is a signed address that needs no key, says that it lives 300 s, and dies when it is changed",
    ),
    "GET /feeds: active ones, without meta": resources("of the primary kind cannot be made, and only active ones are listed"),
    FeedCreateInput: [
      ...resources("of a market has its market in upper case, the country with it, and a file of its own name"),
      ...held("additionalFeedsDb", "with its specific code where other members are wrong too"),
    ],
    "a new feed inherits mapping, settings and configuration": held(
      "additionalFeedsDb",
      "has the primary feed's mapping, settings, guard and columns, none of its rules, and is its first version",
    ),
    "FeedUpdateInput; what cannot be changed": resources(
      "of a market has its market in upper case, the country with it, and a file of its own name",
    ),
    "regenerate re-runs from the snapshot": resources("is answered 202 as running, and is then completed with its counts"),
    "debug rows trace excluded rows too": held("rules", "tell which rule changed what, in order, also of an excluded row"),
    "cells 1 to 5": resources(CELLS),
    "cells are read before mapping; rules win": [
      ...held(
        "feedDefinition",
        "are kept, and every column that reads one follows with the next run; cleared, the platform's value is back",
      ),
      ...held(
        "overrides",
        "takes the place of what the mapping makes in every feed's next run, until it's restored, and rules win over it",
      ),
    ],
    "rules in order of position, by type, reordered": resources(
      "has the members of the specification, is switched off and on, and keeps its place until it is deleted",
    ),
    "preview saves nothing": held("rules", "shows what a new rule would change over the whole feed, and saves nothing"),
    "webhook secret in create and rotate alone": webhooks(SECRETS),
    "DELETE /webhooks/{id} removes the history": held("webhooks", SECRETS),
    "POST /webhooks/{id}/test 202": webhooks(DELIVERY_LISTED),
  }),
  ...section("§5", {
    "1 Authorization: Bearer": operations("without a key, or with one nobody has, is 401"),
    "2 prefixes of the three kinds": records(
      "organization, client shop, member and the three kinds of key have the members of the contract; a secret is told once",
    ),
    "3 kinds of key and shop_id": operations(
      "with a key of the wrong kind is 403 wrong_key_kind",
      "has to say for which shop, and that one has to be connected",
      "does for a connected shop what the merchant's does",
    ),
    "4 each operation requires a scope": operations("with every scope but its own is 403 insufficient_scope, which names it"),
    "5 401 and 403": operations("without a key, or with one nobody has, is 401", "with a key of the wrong kind is 403 wrong_key_kind"),
    "6 a revoked key is refused": held("processes", "a revoked %s key is refused by the other process at once"),
    "7 webhook secrets": webhooks(SECRETS),
  }),
  ...section("§6", {
    "names of the events": webhooks("takes `active` alone as a status, and every event of the specification by name"),
    "extract.started, .progress, .completed, .failed": held(
      "extractEvents",
      "that it started, once, by the claim that starts it",
      "each step once, over beats, workers and attempts, however many are passed at once",
      "that it failed, once, and only when it is not tried again",
    ),
    "findings.updated, finding_mute.*": "channels",
    "1, 2 headers and signature": held(
      "delivering",
      "a delivery that succeeds is told once, signed, with the documented headers, and the webhook knows when",
    ),
    "4 retries": held(
      "retryDelay",
      "retries come after 1 and 5 minutes, half an hour, 2 and 8 hours, never early and at most 3 % late; the sixth failure has none",
    ),
    "5 disabled after 5 failures, enabled by PATCH": held(
      "delivering",
      "the fifth failure in a row disables the webhook: what waits fails, the others are told, the audit log says so",
    ),
    "6 test delivery": webhooks(DELIVERY_LISTED),
    "7 every attempt is recorded": webhooks(DELIVERY_LISTED),
  }),
  ...section("§7", {
    label_required: errors("without a label, or with a blank one, is 400 label_required"),
    locale_invalid: errors("in a locale that is none, or in none, is 400 locale_invalid"),
    invalid_row_ids: errors("without row_ids, with none, with more than five or with no list is 400 invalid_row_ids"),
    plan_upgrade_required: errors("on a plan below Growth is 403 plan_upgrade_required; on Growth and Premium it is done"),
    primary_feed_immutable: errors("that is the primary one is 403 primary_feed_immutable"),
    "resource_not_found: feed and rule": errors("of a feed that is not there are 404 resource_not_found, each of them"),
    "resource_not_found: feed and channel": errors("for a channel the feed is not assigned to is 404 resource_not_found"),
    rows_not_found: errors("of no product is 404 rows_not_found"),
    slug_conflict: errors("with the name of a feed there is, inactive ones too, is 409 slug_conflict"),
    run_in_progress: errors("a regenerate during a run is 409 run_in_progress, which names the run"),
    no_feed: errors("has no feed data: its products and previews are 422 no_feed"),
    rule_invalid: errors(RULE_INVALID),
    invalid_param: errors("to be reordered by what is no list of them is 422 invalid_param"),
    invalid_feed_type: errors("of a type that is none is 422 invalid_feed_type"),
    collection_not_found: errors("of a collection the shop has not, or of none, is 422 collection_not_found"),
    no_updatable_fields: errors("in nothing that can be changed is 422 no_updatable_fields"),
    channel_not_renderable: held("channelOutputs", "are refused for a channel that isn't assigned, or that this version can't render"),
    feed_inactive: errors("that is inactive is 422 feed_inactive, and so is running it"),
    no_source_extract: errors("has nothing to run: regenerate is 422 no_source_extract"),
    webhook_invalid: webhooks("whose address is not https or not public, or whose events are none, is 422 webhook_invalid"),
    preview_failed: held("processes", "a preview whose catalog cannot be read is 500 preview_failed"),
    "other rules 1: items of a batch": limits(BATCH_ITEMS),
    "other rules 2: cells": resources(CELLS),
    "500 is answered to no request": held(
      "fuzz",
      "no request, however odd, is answered 5xx, outside the error format, or unlike its operation's schema",
    ),
  }),
  ...section("§8", {
    "items per batch: 100": limits(BATCH_BOUND, BATCH_ITEMS),
    "rows traced: 1 to 5": errors("without row_ids, with none, with more than five or with no list is 400 invalid_row_ids"),
    "rule preview sample: 10": limits("a rule preview shows up to 10 products"),
    "per_page: 25, at most 100": limits(PAGES),
    "page: from 1": limits(PAGES),
    "Idempotency-Key: at most 64 characters, echoed, replayed": operations(
      REPEATS,
      "that is empty, over 64 characters or not visible ASCII is 400 invalid_idempotency_key",
    ),
    "Idempotency-Key: for 24 hours": held("idempotency", "is given for 24 hours, and then the request is a new one"),
    "extract download: 5 minutes": [
      ...limits("is a signed address that needs no key, says that it lives 300 s, and dies when it is changed"),
      ...held("fileRoutes", "ends with its time"),
    ],
    "webhook delivery timeout: 10 seconds": held("delivering", "an endpoint that says nothing has failed after 10 seconds"),
    "webhook retries": held(
      "retryDelay",
      "retries come after 1 and 5 minutes, half an hour, 2 and 8 hours, never early and at most 3 % late; the sixth failure has none",
    ),
    "webhook disabled after 5 failures": held(
      "delivering",
      "the fifth failure in a row disables the webhook: what waits fails, the others are told, the audit log says so",
    ),
    "additional feeds: Growth or Premium": [
      ...errors("on a plan below Growth is 403 plan_upgrade_required; on Growth and Premium it is done"),
      ...held("processes", "a lowered plan takes additional feeds away in the other process at once, and a raised one gives them back"),
    ],
    "exceeding the rate is 429": held("rateLimit", "has so many requests in a minute, and is told how many are left and for how long"),
  }),
  ...section("§9", {
    "all paths below /v1, version 1.0.0": held("openapi", "is of version 3.1.0, names the service and starts all paths at /v1"),
    "MCP endpoint (§1, 10)": "MCP",
  }),
  ...section("§4 every operation", { "answers as its row says": operations(VALID) }),
];
