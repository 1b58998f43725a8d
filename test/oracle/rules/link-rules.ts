import type { addQuery } from "../../../src/engine/rules/add-query.ts";
import { isBlank, type MembersOf, type RuleReference } from "./rule-row.ts";

const VALUE_LENGTH_MAX = 500;

export const addQueryReference: RuleReference<MembersOf<typeof addQuery>> = ({ parameters }, { present, at }) => {
  const added = Object.keys(parameters).flatMap((name) => {
    const value = at(`/parameters/${name}`);
    return isBlank(value) ? [] : [{ name, value: [...trimmed(value)].slice(0, VALUE_LENGTH_MAX).join("") }];
  });
  if (isBlank(present) || added.length === 0) return present;
  const link = trimmed(present);
  // White space of the kinds that a blank value does not have: no link either.
  if (link === "") return "";
  const hash = link.indexOf("#");
  const fragment = hash === -1 ? "" : link.slice(hash);
  const before = hash === -1 ? link : link.slice(0, hash);
  const question = before.indexOf("?");
  const path = question === -1 ? before : before.slice(0, question);
  const query = question === -1 ? "" : before.slice(question + 1);
  const names = new Set(added.map(({ name }) => name));
  const kept = query.split("&").filter((part) => part !== "" && !names.has(nameOf(part)));
  const parts = [...kept, ...added.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)];
  return `${path}?${parts.join("&")}${fragment}`;
};

function trimmed(text: string): string {
  return text.replaceAll(/^[\t\n\f\r \u00A0\u202F\uFEFF]+|[\t\n\f\r \u00A0\u202F\uFEFF]+$/g, "");
}

function nameOf(part: string): string {
  const [name = ""] = part.split("=");
  const spaced = name.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
