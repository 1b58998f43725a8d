import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";

type Entry = ApiAnswer<"audit.list">["data"][number];

const words = messages.audit;

/** Who made a change, in words. */
export function whoOf({ actor }: Pick<Entry, "actor">): string {
  const by = actor.name === null ? words.actorIs[actor.kind] : words.by(actor.name, words.actorIs[actor.kind]);
  return actor.organization_name === null ? by : `${by} ${words.of(actor.organization_name)}`;
}
