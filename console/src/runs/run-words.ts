import type { ApiAnswer } from "../api/client.ts";
import type { Status } from "../ui/status.tsx";

export type Run = ApiAnswer<"runs.get">;

/** How a run is, in a shape and a word. */
export function runState({ status, publication, stage, progress }: Run): { readonly status: Status; readonly word: string } {
  if (status === "running") return { status: "running", word: stage === null ? "running" : `${stage}, ${progress} %` };
  if (status === "failed") return { status: "failed", word: "failed" };
  if (publication === "none") return { status: "idle", word: "not published" };
  if (publication === "discarded") return { status: "idle", word: "discarded" };
  return { status: publication, word: publication };
}

const TRIGGERS: Readonly<Record<Run["trigger"], string>> = {
  regenerate: "by request",
  extract: "after an extract",
  schedule: "by schedule",
  settings: "after a change",
  delta: "after a change in the shop",
  rollback: "published again",
};

export function triggerText({ trigger }: Pick<Run, "trigger">): string {
  return TRIGGERS[trigger];
}
