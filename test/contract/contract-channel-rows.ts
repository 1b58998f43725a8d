import { type CoverageRow, held, section } from "./coverage-row.ts";

/** What the contract promises of channels and their findings. */
export const CHANNEL_ROWS: readonly CoverageRow[] = [
  ...section("§10", {
    "GET /channels, /channels/{slug}": held("channels", "are listed in one order, none of them connected, and each is shown by its slug"),
    "GET /channels/{slug}/attributes": held("channels", "tell each attribute as their table has it"),
    "assignment: feed_channel, its defaults": held(
      "channels",
      "has every setting's default, the steps of its setup, and no file before the first run",
    ),
    "PUT replaces the settings, and is idempotent": held(
      "channels",
      "takes all its settings anew: those that aren't named have their defaults again",
      "that is assigned again as it is changes nothing and starts no run",
    ),
    "assigning starts a run": held("channels", "starts a run of the feed in a new version when it's assigned, changed and removed"),
    "unknown slug or assignment 404, unknown settings 422": held(
      "channels",
      "that isn't assigned, or that nobody has, is not found",
      "refuses settings it doesn't know (%j), naming the member",
    ),
    "omit_rows_with_errors, blank columns": held(
      "channelOutputs",
      "gives each row what was computed beside all rows, and leaves rows with errors out if the settings say so",
      "writes no attribute that is blank in all included rows, and one that a single row has",
    ),
    "connections, syncs and datafeeds": "channels",
  }),
];
