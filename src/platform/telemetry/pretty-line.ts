import { members, parseJson } from "../../kernel/unsafe.ts";

/** One JSON log line as `12:00:01 warn  message  name=value`. Control characters stay escaped, so a fact cannot move the cursor. */
export function prettyLine(line: string): string {
  const { level, time, msg, ...facts } = members(parseJson(line));
  const clock = typeof time === "string" ? time.slice(11, 19) : "";
  const named = Object.entries(facts).map(([name, value]) => `  ${visible(name)}=${visible(value)}`);
  return `${clock} ${visible(level).padEnd(5)} ${visible(msg)}${named.join("")}\n`;
}

function visible(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
