import { CONSOLE_ROWS } from "./contract-console-rows.ts";
import { CHANNEL_ROWS } from "./contract-channel-rows.ts";
import { CONSOLE_DATA_ROWS } from "./contract-console-data-rows.ts";
import { CONSOLE_RUN_ROWS } from "./contract-console-run-rows.ts";
import { type CoverageRow, held, section } from "./coverage-row.ts";

/** What the contract promises beyond the specification, and the tests that hold it. */

const errors = (...titles: readonly string[]) => held("errors", ...titles);
const resources = (...titles: readonly string[]) => held("resources", ...titles);
const records = (...titles: readonly string[]) => held("records", ...titles);
const operations = (...titles: readonly string[]) => held("operations", ...titles);

const DEFINITION_OBJECTS = "settings, columns, mappings, metafields and selection are the contract's objects, with its defaults";
const ORGANIZATION_OBJECTS =
  "organization, client shop, member and the three kinds of key have the members of the contract; a secret is told once";
const PRODUCT_DETAIL = "in detail adds source data whose id is the row's, overrides and cells; what is overridden can be restored";
const EXTRACT_OBJECT =
  "an extract has the members of the contract, newest first, the latest by name, and deltas only where they are asked for";
const RUN_OBJECT = "is answered 202 as running, and is then completed with its counts";
const MARKET_FEED = "of a market has its market in upper case, the country with it, and a file of its own name";
const CELLS = "have cells of their feed: merged, cleared, refused one by one, and tried out";
const SERVED = "is served whole, in part, compressed and unchanged, with the headers the contract names";
const UNDERWAY = "an extract while another is pending or running is 409 export_in_progress, and both kinds of fault of its body are 422";
const REPEATS = "gets a repeat the first answer to the byte; with another body it is refused";
const TWO_PROCESSES = "by the organization ends its access, and that of the keys it made, in the other process at once";

export const CONTRACT_ROWS: readonly CoverageRow[] = [
  ...section("common", {
    "unknown body members are 422 validation_failed, named": operations("may have no member it does not know, and the answer points at it"),
    "unknown query parameters are 400 invalid_request": operations("refuses an unknown query parameter by name"),
    "every response carries X-Request-Id": [
      ...operations("answers a valid request as its schema and status say, with the headers every answer has"),
      ...held("frameworkErrors", "is ours, another each time, on every kind of answer"),
    ],
    "times are UTC with Z": records(EXTRACT_OBJECT),
    "lists without meta": records("lists are bare where the contract says so, and have meta elsewhere"),
    "order of several faults": held(
      "faultOrder",
      "the key is first: none, one of another scheme, one that is none, one nobody has",
      "then the query, the JSON, the operation's own codes and the other members",
    ),
    "ids in paths with prefix or without": operations("may be written without the prefix of its id"),
    "sorting puts blanks last": records("without a value stands last in either order"),
  }),
  ...section("§1", {
    "the one format of errors, also the framework's own": [
      ...held("fuzz", "no request, however odd, is answered 5xx, outside the error format, or unlike its operation's schema"),
      ...held(
        "frameworkErrors",
        "answers a request that is %s, and ends the connection",
        "answers methods that Node and the framework treat by themselves",
        "reaches a client that has much more to write",
      ),
    ],
    "details: one entry per failing member, by JSON Pointer": operations(
      "may have no member it does not know, and the answer points at it",
    ),
    "no stack, SQL or path leaves": held("operationRoute", "tells the client nothing but the request's id, and the log what happened"),
    "no fact of another tenant leaves": operations(
      "is to the byte such a miss where another tenant has it",
      "%s treats what another tenant has, named in its query or body, as what nobody has",
    ),
    "400 invalid_json": operations("has to be JSON"),
    "400 invalid_request": operations("refuses an unknown query parameter by name"),
    "400 invalid_idempotency_key": operations("that is empty, over 64 characters or not visible ASCII is 400 invalid_idempotency_key"),
    "401 unauthorized, WWW-Authenticate: Bearer": operations("without a key, or with one nobody has, is 401"),
    "403 insufficient_scope": operations("with every scope but its own is 403 insufficient_scope, which names it"),
    "403 wrong_key_kind": operations("with a key of the wrong kind is 403 wrong_key_kind"),
    "403 shop_not_connected": operations("has to say for which shop, and that one has to be connected"),
    "403 shop_inactive": [
      ...held("faultOrder", "can be read, not changed"),
      ...held(
        "uninstall",
        "an uninstalled shop is read and not changed, with its own key and an organization's, and shown with its moment",
      ),
    ],
    "an uninstalled shop's feed URLs answer 410": held("feedFiles", "answers 410 once the feed is inactive or the shop uninstalled"),
    "404 route_not_found": held("frameworkErrors", "answers an unknown route: %s"),
    "405 method_not_allowed with Allow": operations("refuses a method its path does not take, and names those it takes"),
    "413 payload_too_large, 415 unsupported_media_type": operations(
      "has to be UTF-8, of a media type it takes, unencoded, and no larger than its bound",
    ),
    "413: 10 MiB for lookup tables": held("putLookup", "may be ten times as large as others, in both forms, and no larger"),
    "409 export_in_progress": errors(UNDERWAY),
    "409 idempotency_key_in_use": held("idempotency", "is refused at once while the first is in flight, and answered once it has ended"),
    "409 sync_in_progress": held("datafeeds", "one sync is under way at a time, and a platform that was just asked isn't asked again"),
    "422 missing_param, invalid_column_names": errors("extra columns that are none are 422: missing_param, invalid_column_names"),
    "422 idempotency_key_reused": operations(REPEATS),
    "422 unknown_source_column, unknown_feed_column": errors(
      "mappings of names that are not there are 422: unknown_feed_column, unknown_source_column",
    ),
    "422 column_conflict": errors("two metafields with one column name are 422 column_conflict"),
    "422 translation_scope_missing": errors("in a language of a shop without translations is 422 translation_scope_missing"),
    "422 lookup_table_in_use": errors(
      "a table that is named and not there is refused, and one that is used is 422 lookup_table_in_use when it is deleted",
    ),
    "422 channel_not_supported": held(
      "datafeeds",
      "a feed that isn't assigned, a channel that isn't connected and a platform that registers no feeds are refused with what to do",
    ),
    "429 rate_limited with Retry-After": held(
      "rateLimit",
      "has so many requests in a minute, and is told how many are left and for how long",
    ),
    "503 unavailable without its database": held(
      "processes",
      "without its database every operation of a process is 503 with Retry-After, in the one format of errors",
    ),
    "503 unavailable while stopping": held(
      "operationRoute",
      "finishes what it is answering, refuses what is new, and closes its connections",
    ),
  }),
  ...section("§2", {
    "keys: prefix and 40 hex characters, SHA-256 alone is stored": [
      ...records(ORGANIZATION_OBJECTS),
      ...held("keys", "is nowhere in the database"),
    ],
    "write_x implies read_x; read, write, full_access": held("keys", "is found by its text, with the scopes its words add up to"),
    "the kind gates first; another shop_id with a merchant key": held(
      "faultOrder",
      "then the key's kind",
      "may name a merchant key's own shop, with prefix or without, and no other",
    ),
    "organization keys: without shop_id 400, not connected 403": operations("has to say for which shop, and that one has to be connected"),
    "what an organization makes in a shop ends with the connection": held("processes", TWO_PROCESSES, "by the merchant ends it as well"),
    "organization keys never decide connections or change the subscription": operations(
      "with a key of the wrong kind is 403 wrong_key_kind",
    ),
    "default scopes": records("keys have the scopes the contract gives them by default"),
    "a key makes keys with no more than its own scopes": errors("a key may not make one that holds more than itself: 422 invalid_param"),
    "limits by kind and their settings": [
      ...held("config", "an empty environment gives the documented defaults"),
      ...held("rateLimit", "has the limit of its kind, and no other key's"),
    ],
    "0 switches a limit off": held("rateLimit", "is none, and nothing is said of it"),
    "what is not limited by address": held("rateLimit", "has no limit at %s"),
    "RateLimit and RateLimit-Policy on every response": operations(
      "answers a valid request as its schema and status say, with the headers every answer has",
      "without a key, or with one nobody has, is 401",
    ),
    "the count holds across processes": [
      ["test/journeys/repeats-and-limits.e2e.test.ts", "let 200 of 260 parallel requests of a key pass, and 30 of 60 without one, exactly"],
    ],
    "TRUST_PROXY decides whose address counts": held("rateLimit", "is the connection's own while no proxy is trusted"),
    "Idempotency-Key: echoed, replayed, refused with another body": operations(REPEATS),
    "Idempotency-Key: ignored on GET": operations("%s takes no notice of an Idempotency-Key"),
    "Idempotency-Key: key, shop, method and path are its scope": held(
      "idempotency",
      "is another request on another path, by another method, with another API key or for another shop",
    ),
    "Idempotency-Key: a crash never leaves it stuck": [
      ["test/journeys/repeats-and-limits.e2e.test.ts", "before the commit leaves nothing: the repeat does the work, once"],
    ],
    "stored answers cannot be read from the database": held(
      "idempotency",
      "cannot be read from the database: neither its secret nor its body is in any row",
    ),
  }),
  ...section("§3", {
    "api_keys: members, raw_key once, revoked": [
      ...records(ORGANIZATION_OBJECTS),
      ...held("apiKeys", "is refused from the next request on, and stays in the list"),
    ],
  }),
  ...section("§4", {
    "GET /shop": records("shop, plan and subscription have the members of the contract"),
    "rotated feed token; the old one is served for 7 days": [
      ...resources("token that is rotated gives new addresses, and the old ones go on"),
      ...held("feedToken", "is replaced, and the old one is served for 7 days"),
    ],
  }),
  ...section("§5", {
    "Product and its detail": records(
      "in the list has the members of the contract, of which each sorts, and the list needs its feed",
      PRODUCT_DETAIL,
    ),
    "GET /products without feed_id; unknown sort": records(
      "in the list has the members of the contract, of which each sorts, and the list needs its feed",
    ),
    "order is total": held("limits", "follow each other without a gap or a repeat, by a total order"),
    "ProductOverrideInput: each member, null clears, at least one": records(PRODUCT_DETAIL),
    "overrides apply in every feed": held(
      "overrides",
      "takes the place of what the mapping makes in every feed's next run, until it's restored, and rules win over it",
    ),
    "batches absent, empty, no list or over 100": held("limits", "that is absent, empty, no list or over 100 is 422 validation_failed"),
    "an item without id: missing_param": held("limits", "has an item error missing_param for an item without an id"),
    "duplicate ids in a batch: duplicate_id": held(
      "limits",
      "of 100 is taken; the fault of an item is told with its place and stops no other",
    ),
    "restore clears overrides and cells in every feed": held(
      "overrides",
      "clears the overrides and the row's cells in every feed, also an inactive one; other rows keep theirs",
    ),
  }),
  ...section("§6", {
    Extract: records(EXTRACT_OBJECT),
    "409 export_in_progress, bad type, regenerate without feed_id": errors(UNDERWAY),
    cancel: errors(UNDERWAY),
    "transitions; a dead worker is taken over": held(
      "extracts",
      "twenty claimers never take one extract twice",
      "an attempt that was overtaken can do nothing any more",
    ),
    "regenerate is one run and mirrors its end": [
      ...records("a regenerate extract is one run of its feed, and ends as it does"),
      ...held("extracts", "mirrors the failure of its run", "is refused while a run of the feed is running, and leaves nothing behind"),
    ],
    "a completed full extract starts a run of every active feed": [
      ...held("shopExport", "an export taken again runs the feed again"),
      ...held("extracts", "leaves inactive feeds alone"),
    ],
    "no CSV: download is 404": errors("has an extract without a CSV, and its feed was never generated"),
    "deltas are listed only by ?type=delta": records(EXTRACT_OBJECT),
    "DownloadUrl, signed, 300 s, then 403": [
      ...held("limits", "is a signed address that needs no key, says that it lives 300 s, and dies when it is changed"),
      ...held("fileRoutes", "ends with its time"),
    ],
  }),
  ...section("§7", {
    "feed file: ETag, Last-Modified, 304, Range, gzip, max-age, nosniff, sandbox": resources(SERVED),
    "canonical format": held("shopExport", "is read back cell for cell by Python's csv"),
    "an inactive feed's URL answers 410": resources("out of service is 410 at its address"),
    "detail: target_country, slug, channels, active": resources(
      "in detail has status, market, mode, scope, last run, country, slug and channels besides",
    ),
    "DELETE deactivates; primary: primary_feed_immutable": errors(
      "that is the primary one is 403 primary_feed_immutable",
      "that is inactive is 422 feed_inactive, and so is running it",
    ),
    "slug: fixed at creation, unique by file name over inactive ones too": [
      ...resources(MARKET_FEED),
      ...errors("with the name of a feed there is, inactive ones too, is 409 slug_conflict"),
    ],
    "what a new feed copies": held(
      "additionalFeedsDb",
      "has the primary feed's mapping, settings, guard and columns, none of its rules, and is its first version",
    ),
    "target_market: else 422 invalid_param": errors("for a market that is none is 422 invalid_param"),
    "locale absent: locale_invalid; not granted: translation_scope_missing": errors(
      "in a locale that is none, or in none, is 400 locale_invalid",
      "in a language of a shop without translations is 422 translation_scope_missing",
    ),
    "collection without a title, or without collections": errors(
      "of a collection the shop has not, or of none, is 422 collection_not_found",
    ),
    "selection: GET and PUT, manual alone": [
      ...records(DEFINITION_OBJECTS),
      ...held(
        "selection",
        "of a new manual feed is empty, is replaced as a whole, and can be sent back as it was answered",
        "has room for 100,000 products, as a body of a request and in a run",
      ),
    ],
    "FeedProduct: row_id, product_id, texts": resources("of a feed tell whether and why they are excluded, and every field is a text"),
    "a market feed of a CSV shop; no price": held(
      "additionalFeedsDb",
      "runs at once: it excludes rows without a price there, and its file is at its own URL",
      "of a market the shop has no prices for excludes every row, and its run is held",
    ),
    "FeedRun: trigger, counts, publication": resources(RUN_OBJECT),
    "held runs: completed, held_reasons, feed unchanged": resources(
      "that leaves nothing is completed and held, with its reason, and the feed stays as it was",
    ),
    "diff, publish, download of runs": held("limits", "is compared with another's, a page at a time, and can be published again"),
    "kept runs": held(
      "retention",
      "are the last ten",
      "and the live one, however old it is",
      "and the last of each of the last fourteen days",
    ),
    "one running run; automatic triggers are repeated, a user's is refused": [
      ...errors("a regenerate during a run is 409 run_in_progress, which names the run"),
      ...held("extracts", "during a run asks for one more, and the run's end starts exactly that"),
    ],
    "regenerate's order of faults": errors(
      "has nothing to run: regenerate is 422 no_source_extract",
      "that is inactive is 422 feed_inactive, and so is running it",
    ),
    "generating: an extract is pending or running": errors(UNDERWAY),
    "cells: both answers and their error codes": resources(CELLS),
    "debug rows: channel_slug that is not assigned is 404": errors("for a channel the feed is not assigned to is 404 resource_not_found"),
    "debug rows: stages": resources("are traced with input, output and stages, also by the id that source data has"),
    "debug rows: channel_not_renderable": held(
      "channelOutputs",
      "are refused for a channel that isn't assigned, or that this version can't render",
    ),
    "files of channels": held(
      "channelOutputs",
      "makes each channel's file in its format, with the canonical file's rows in their order",
      "of a former format, or of a channel that was removed, is unknown once the next run is live",
      "A run that is held holds all its files, and brings them with it; published again, its files must be whole.",
    ),
  }),
  ...section("§8", {
    "feed_settings and its defaults": records(DEFINITION_OBJECTS),
    "PATCH is partial and starts a run": held("feedDefinition", "change the file by a run they start themselves"),
    "bad value: invalid_param": errors("settings with a bad value are 422 invalid_param"),
    "what feeds `id` holds the next publish": held("feedDefinition", "that change every id are held until a person releases them"),
  }),
  ...section("§9", {
    extra_columns: [...records(DEFINITION_OBJECTS), ...errors("extra columns that are none are 422: missing_param, invalid_column_names")],
    "column_mappings: merge, null, reset": [
      ...records(DEFINITION_OBJECTS),
      ...held(
        "mappings",
        "merges: what it does not name stays, null unmaps, and expressions are kept in their canonical form",
        "with reset restores every default, then applies what it names",
      ),
    ],
    "metafields: replaced, at most 50, column_conflict": [
      ...held(
        "metafields",
        "are replaced as a list, of products where nothing else is said; null takes all again",
        "has at most 50 of them, each with a namespace and a key that can be names",
      ),
      ...errors("two metafields with one column name are 422 column_conflict"),
    ],
    "rules: positions without gaps, reorder of all or of a type": [
      ...resources("has the members of the specification, is switched off and on, and keeps its place until it is deleted"),
      ...held("rules", "names every rule once, or every rule of a type, which then trade places"),
    ],
    "rules: unknown rule_type filter": errors("by a type that is none are 400 invalid_request"),
    "lookup tables": [
      ...errors("a table that is named and not there is refused, and one that is used is 422 lookup_table_in_use when it is deleted"),
      ...held("lookups", "of a row more than allowed is refused"),
      ...held("lookupRows", "are at most 100,000 with those that there are, and together no more text than a table may bring"),
    ],
  }),
  ...CHANNEL_ROWS,
  ...CONSOLE_ROWS,
  ...CONSOLE_DATA_ROWS,
  ...CONSOLE_RUN_ROWS,
  ...section("§11", {
    "GET /plans": records("shop, plan and subscription have the members of the contract"),
    "plans are rows an operator edits": held("plans", "allow what an operator says they do"),
    "Plan allowance reached": held(
      "plans",
      "with fewer rows leaves the rest out of the next run, which the guard does not hold, and does not go back to more",
    ),
    "daily_export_count scheduled extracts a day": held(
      "scheduled",
      "are as many a day as the plan says, and of many shops no hour has twice its share",
    ),
    "subscription: plan or code_name, effective at once, cancelled": [
      ...records("shop, plan and subscription have the members of the contract"),
      ...held("plans", "changes at once: shop, allowance and the versions of its feeds", "that is cancelled leaves the free plan"),
    ],
  }),
  ...section("§12", {
    "Organization, ClientShop, OrgMember": records(ORGANIZATION_OBJECTS),
    "an invitation answers alike whether or not there is a shop": held(
      "organizations",
      "is answered alike whether or not there is such a shop",
      "waits for a shop that is installed later",
    ),
    "at most 50 pending": held("organizations", "is refused when 50 wait, until one of them is taken back"),
    "409 already_connected": errors("a shop that is invited or connected already is 409 already_connected, a domain that is none 422"),
    "removing a connection takes effect on the very next request": held("processes", TWO_PROCESSES, "by the merchant ends it as well"),
    "a revoked key and a removed shop do, too": held(
      "processes",
      "a revoked %s key is refused by the other process at once",
      "a shop that is uninstalled is read and not changed in the other process at once, and removed once more it is gone",
    ),
    "admin: organizations, members and first keys": held("admin", "are made with members and a first key"),
    "admin: shops are installed, uninstalled, then redacted": [
      ...held("admin", "are installed from an export, with a key and an extract"),
      ...held(
        "uninstall",
        "what waits and works for a shop ends with it, and what was to follow a run does not",
        "its domain is installed again as another shop, which invitations then reach, and the old one stays",
        "removed once more it is erased at once, and the installation's log alone remembers",
      ),
      ...held(
        "housekeeping",
        "shops that were uninstalled two days ago are erased with their files, each once by whichever worker; later ones and installed ones are not",
      ),
    ],
    "admin: keys, extracts, audit, jobs": held(
      "admin",
      "are made, listed and revoked by an admin, and the shop's log says so",
      "are started and listed",
      "holds what is about no shop too, and can be asked for one",
      "are counted, with what failed",
    ),
    "GET /audit": held("audit", "says who did what, how it stood before and after, newest first"),
  }),
  ...section("§13", {
    "envelope, extra headers, fresh timestamp and signature": held(
      "delivering",
      "a delivery that succeeds is told once, signed, with the documented headers, and the webhook knows when",
    ),
    "a body has the same bytes on every attempt; six attempts, then failed": held(
      "delivering",
      "a delivery that always fails is attempted after 1, 6, 36 minutes, 2 h 36 and 10 h 36, with the same bytes, freshly signed, and has failed then",
    ),
    "whsec_ and 32 random bytes; sealed": held(
      "webhooksDb",
      "is made with its secret, which is shown once, sealed at rest and in no audit row",
    ),
    "a rotation: both signatures for 24 hours": held(
      "delivering",
      "a new secret signs at once, the one before for 24 hours beside it, and an older one no more",
    ),
    "test pings do not count as failures": held(
      "delivering",
      "tests reach a disabled webhook and count as no failure; events do not reach it",
    ),
    "redelivery is a new delivery of the same event": held(
      "delivering",
      "delivering again while a retry waits neither stops nor doubles it, and two that are asked for both run, with the same event",
    ),
    "enabling revives nothing, recover delivers it": held(
      "delivering",
      "enabling sends nothing that failed; recovering does, each event once however often it is asked for",
    ),
    "3xx is a failure, 4 KiB of an answer are kept": held(
      "delivering",
      "a redirect is a failure and is not followed; of the answer 4 KiB are kept",
    ),
    "WEBHOOK_EXTRAS, off by default": held(
      "delivering",
      "by default, 410 is a failure like any other, and Retry-After does not move the next attempt",
      "with WEBHOOK_EXTRAS, %i with Retry-After delays the next attempt",
    ),
    "an attempt cut off by a crash is repeated": held(
      "claims",
      "a claim that has expired is taken over; what it brings late counts when it is a success, and not when it is a failure",
    ),
    "deliveries are kept 30 days": held("claims", "deliveries are kept 30 days, and an event as long as a delivery names it"),
    "bad input is webhook_invalid, the member named": held(
      "webhooksDb",
      "with nothing that it needs is refused, and every member is named",
    ),
    "only public addresses, each time": held(
      "egress",
      "public when it is judged, this machine ever after: there is one look-up, and what it answered is connected to",
      "is judged anew for each connection",
    ),
    "extract.*, products.imported": held(
      "extractEvents",
      "that it started, once, by the claim that starts it",
      "each step once, over beats, workers and attempts, however many are passed at once",
      "how it went to its end, the steps that were not told among it, and what it brought",
      "that it failed, once, and only when it is not tried again",
    ),
    "feed.*, run.failed": held(
      "runEvents",
      "that it was created, with the shop's first live run alone, and that it was updated",
      "an update by every run that goes live, which says whether the bytes differ and how many rows do",
      "an update when an older run is gone back to; none when it is the live one already",
      "that it failed, once",
    ),
    "product.updated": held(
      "productEvents",
      "each once in a batch, of the items that were taken",
      "that overrides were restored, of those that had none too",
    ),
    "rules.changed": held("ruleEvents", "what was done, to which rule, and which rules there are, once a request"),
    "api_key.*": held(
      "keyEvents",
      "that the shop made and revoked one, once each, and never the key itself",
      "that the command line made one",
    ),
    "findings.updated": held(
      "findings",
      "a feed has no findings for a channel until it's assigned, and then those of the next live run, with an event",
    ),
    "channel.synced": held("datafeeds", "after a publish the platform is told once, and subscribers are told of it"),
  }),
  ...section("§14", { "POST /v1/mcp": "MCP" }),
  ...section("§15", {
    "console session: POST /session, its cookie": held(
      "sessions",
      "takes a key of kind %s and answers a cookie for this host alone, out of reach of scripts, for twelve hours",
      "names the cookie fw, without Secure, on plain http, and takes no other there",
    ),
    "console session: DELETE /session, DELETE /sessions": held(
      "sessions",
      "ends the session and removes the cookie, and answers the same where there is none any more",
      "once all sessions of its key are ended, with a %s, and no other's are",
    ),
    "console session: the cookie counts only with Sec-Fetch-Site: same-origin": held("sessionAttacks", "is none with %s"),
    "/console": "console",
    "GET /v1/openapi.json 3.1, version 1.0.0, without a key": [
      ...held("openapi", "is of version 3.1.0, names the service and starts all paths at /v1"),
      ...held("frameworkErrors", "is the reference, for programs and for people, which loads nothing from another host"),
    ],
    "GET /docs, /healthz, /readyz": held(
      "frameworkErrors",
      "is the reference, for programs and for people, which loads nothing from another host",
      "is health: of the process always, of the service with each check",
    ),
    "GET /metrics": held("metrics", "are told on a port of their own, on this machine alone, and not by the API"),
    "inbound from Shopify": "Shopify app",
  }),
];
