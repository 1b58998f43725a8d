import type { SetupStep } from "./channel-port.ts";

/** The first step of every channel that fetches the file by itself. */
export function copyUrlStep(feedUrl: string | null): SetupStep {
  return feedUrl === null
    ? { title: "Wait for the first file", text: "The file's URL is shown here as soon as a run with this channel is live.", url: null }
    : { title: "Copy the file's URL", text: `${feedUrl} stays the same; each run replaces the file behind it.`, url: feedUrl };
}
