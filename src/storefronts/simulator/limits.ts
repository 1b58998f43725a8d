/** Bounds of the simulator, each with its reason. Those that Shopify states are Shopify's. */

/** As many products as the load tests of the service ask for. */
export const PRODUCTS_MAX = 100_000;
/** Of a request: a bulk query of Shopify's 65,535 bytes, quoted in JSON, several times over. */
export const BODY_BYTES_MAX = 1_048_576;
/** The longest document of ours has some 600; beyond this somebody burns our processor. */
export const QUERY_TOKENS_MAX = 3_000;
/** Fields of all objects of an answer, as far as can be told beforehand: some seconds of work. */
export const QUERY_FIELDS_MAX = 2_000_000;
/** The deepest document of ours is 14 deep. */
export const QUERY_DEPTH_MAX = 40;
/** The same field may be asked for again under other names; a description a thousandfold is 200 MB for a page. */
export const QUERY_ALIASES_MAX = 100;
/** Operations in one document; one of them is executed. */
export const OPERATIONS_MAX = 50;
/** Shopify: objects on a page. */
export const PAGE_MAX = 250;
/** Shopify: a list cannot be paged past this many objects. */
export const PAGED_OBJECTS_MAX = 25_000;
/** Shopify: points one query may ask for, whatever the plan. */
export const QUERY_COST_MAX = 1_000;
/** Shopify: bytes of a bulk query. */
export const BULK_QUERY_BYTES_MAX = 65_535;
/** Shopify: connections of a bulk query, the root counted. */
export const BULK_CONNECTIONS_MAX = 5;
/** Shopify: how deep a connection may lie below the root one. */
export const BULK_DEPTH_MAX = 2;
/** Shopify: bulk queries of one app in one shop that are not through. */
export const BULK_SLOTS = 5;
/** The list of operations forgets the oldest beyond this. */
export const OPERATIONS_KEPT_MAX = 1_000;
/** Result files on disk; one of 100,000 products has 1 GB. Older ones expire early. */
export const RESULT_FILES_MAX = 40;
/** Terms of a search; nobody types more. */
export const SEARCH_TERMS_MAX = 50;
/** Failures waiting to happen. */
export const FAILURES_WAITING_MAX = 10_000;
/** Longest that a loop over the catalog keeps other requests waiting. */
export const BUSY_MS_MAX = 12;
/** Requests of slow clients are cut off after this. */
export const REQUEST_TIMEOUT_MS = 30_000;
