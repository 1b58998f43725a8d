import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import type { Status } from "../ui/status.tsx";

const words = messages.runs;

export type Run = ApiAnswer<"runs.get">;

/** How a run is, in a shape and a word. */
export function runState({ status, publication, stage, progress }: Run): { readonly status: Status; readonly word: string } {
  if (status === "running") return { status: "running", word: stage === null ? words.states.running : words.runningAt(stage, progress) };
  if (status === "failed") return { status: "failed", word: words.states.failed };
  if (publication === "none") return { status: "idle", word: words.states.none };
  if (publication === "discarded") return { status: "idle", word: words.states.discarded };
  return { status: publication, word: words.states[publication] };
}

export function triggerText({ trigger }: Pick<Run, "trigger">): string {
  return words.triggers[trigger];
}
