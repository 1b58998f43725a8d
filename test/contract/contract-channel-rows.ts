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
      "leaves rows with errors out if the settings say so, and compares how many a file has with the channel's own last file",
      "gives each row what was computed beside all rows, and writes no attribute that is blank in all of them",
    ),
    "connecting by OAuth, accounts, PATCH, and the callback": held(
      "datafeeds",
      "a sign-in stores a grant that nobody can read, and the account is chosen from those the platform lists",
      "a state counts once, only for its channel, and not after its ten minutes",
      "someone who says no at the platform is told what to do, and nothing is connected",
    ),
    "disconnecting removes registrations, then revokes": held(
      "datafeeds",
      "disconnecting deletes the registrations first, then revokes the grant",
    ),
    "datafeeds: one registration, whatever is repeated": held(
      "datafeeds",
      "a feed is registered once, however often that is asked for",
      "a registration whose answer is lost (%s) is found again, and made once",
      "a worker that dies after the platform has made the registration leaves it to the next",
    ),
    "datafeeds: status, fetch, PATCH, DELETE": held(
      "datafeeds",
      "a fetch is asked for once within what the platform allows, and a status can be read at once",
      "what is changed here is changed there; what is deleted there is registered again",
      "a deleted datafeed goes at the platform, too; so does one whose channel is removed from the feed",
    ),
    "syncs: once after a publish, one at a time": held(
      "datafeeds",
      "after a publish the platform is told once, and subscribers are told of it",
      "one sync is under way at a time, and a platform that was just asked isn't asked again",
    ),
    "syncs that send rows": "channels",
    "platform issues: rows, our finding, rules, and whether the next run fixes them": held(
      "platformIssues",
      "an issue says its rows, our finding, the rules behind it, and whether it ends: from the fault to the file without it",
      "takes all pages, joins ids with odd characters exactly, and counts another feed's items apart",
      "is filtered by code, attribute, severity, status and row, and paged",
    ),
    "platform issues: one reading at a time, and the last complete one stays": held(
      "platformIssues",
      "that the platform throttles half-way leaves the last complete one, and is tried again when the platform allows",
      "is asked for once at a time",
    ),
  }),
];
