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
    "feeds.list?active=false": held(
      "additionalFeedsDb",
      "is listed only among the inactive ones, is shown as inactive, does not run, and its URL is gone until it is back with its file",
    ),
    "events: bounded": held(
      "eventStreams",
      "a key has twenty, and gets a place back when one leaves",
      "a reader that takes nothing doesn't fill the memory, and others go on",
    ),
  }),
];
