import { type FeedId, parseId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import type { AnyOperation } from "../operation.ts";

/** The feed that a request is about: the one in its path, or in its body. */
export function namedFeed({ http }: Pick<AnyOperation, "http">, facts: Readonly<Record<string, unknown>>): FeedId | null {
  const member = /^\/feeds\/\{(\w+)\}/.exec(http.path)?.[1];
  const text = member === undefined ? members(facts["body"])["feed_id"] : members(facts["path"])[member];
  return typeof text === "string" || typeof text === "number" ? (parseId("feed", String(text)) ?? null) : null;
}
