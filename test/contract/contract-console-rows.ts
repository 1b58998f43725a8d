import { type CoverageRow, held, section } from "./coverage-row.ts";

/** What the console needs of the API. */
export const CONSOLE_ROWS: readonly CoverageRow[] = [
  ...section("console", {
    "events: names, ids and states alone, by what the key may read": held(
      "eventStreams",
      "sends each event once with its name, ids and states, and nothing else of it",
      "leaves out what the key may not read, other organizations' events and other shops'",
    ),
    "events: none lost and none doubled, over reconnects and nodes": held(
      "eventStreams",
      "carries on at another node after Last-Event-ID, without losing or repeating an event",
      "sends an event that commits after one with a greater id, to a reader that saw the greater one last",
      "loses and repeats nothing while many transactions commit at once and the reader comes and goes",
    ),
    "events: a stream ends with its key, session, connection, shop and service": held(
      "eventStreams",
      "soon after its key is revoked, and a new one is refused",
      "soon after its session ends, and that of another session goes on",
      "soon after the organization is disconnected",
      "soon after the shop is uninstalled, and a new one is refused",
      "at once when the service stops",
    ),
    "overview: feeds, attention, next extract": held(
      "overview",
      "the overview of a shop shows each active feed's live run, findings and runs so far",
      "runs that are held, failed or running are shown, with the operations that settle them",
      "disabled webhooks, a failed extract and a shop without a catalog need attention; other shops' things don't",
      "the next extract is at most a turn away, and a frozen shop has none",
    ),
    "overview: 20 feeds in 50 ms": held("overview", "twenty feeds take as many statements as one, and no time to speak of"),
    "session: who is signed in, the key's sessions, a code that works once": held(
      "signInCodes",
      "says who asks with a session of a key of kind %s",
      "are listed, newest first, with the current one marked and nothing secret",
      "end one by one: another's, then one's own, which removes the cookie",
      "starts one session when many requests race",
      "gets the same refusal when it is unknown, used, expired, of a revoked key or no code at all",
    ),
    "session: a limit of its own": held(
      "sessionAttacks",
      "a session's requests for itself, its key's for the key, and each once in the key's total",
      "all sessions of one %s together, exactly where they come at once",
    ),
    "search: exact first, then titles, and what the shop named": held(
      "search",
      "%s finds its product, wholly and alone",
      "words of a title find products that have all of them, those that begin so first, then what else is named so",
      "a key with %s alone searches only what it may read",
      "nothing of another shop is found, nor an organization's webhook by another organization",
    ),
    "POST /extracts/upload: a new export of a CSV shop, checked like `shop add`": held(
      "uploads",
      "%s starts an extract that brings it, and the shop keeps what it has until then",
      "is refused and leaves nothing: %s",
      "is refused for a shop that comes from Shopify",
      "counts to the shop's storage, and is refused where there is no room",
    ),
    "uploads: cut off, slow, two at once, a process that dies": held(
      "uploads",
      "that is cut off leaves nothing behind",
      "keeps a second one of the shop from arriving, until it has ended",
      "what a process stored that died before it named it is removed a day later",
    ),
    "uploads: as long as they keep coming": held(
      "bodyTimes",
      "a file may take longer while it keeps coming, and ends when it comes too slowly",
    ),
    "GET /collections, /markets, /languages: what a feed may name": held(
      "markets",
      "are the titles that products have, with the number of products, where the platform lists none",
      "collections have its ids, those without products too, and markets their countries",
      "are those an export has prices for, with what is known of them and the feeds that sell there",
      "are the shop's, the primary one first, with their feeds and what the extract left out",
    ),
    "GET /feeds/{id}/versions/{n}/diff": held(
      "versions",
      "are compared, any two of them, as the changes that lead from one to the other",
      "are not compared with one there is not",
    ),
    "feeds.list?active=false": held(
      "additionalFeedsDb",
      "out of service is listed only among the inactive ones, is shown as inactive, does not run, and its URL is gone until it is back with its file",
    ),
    "events: bounded": held(
      "eventStreams",
      "a key has twenty, and gets a place back when one leaves",
      "a reader that takes nothing doesn't fill the memory, and others go on",
    ),
  }),
];
