import { PlainError } from "../kernel/errors.ts";
import { parseJson } from "../kernel/unsafe.ts";

/** What `--set format=rss --set omit_rows_with_errors=true` says: a value is JSON, or else a text. No channel has a setting that is a number, but labels and names may be digits. */
export function settingsOption(written: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    written.map((one) => {
      const at = one.indexOf("=");
      if (at < 1) throw new PlainError("option_invalid", `--set must be a setting and its value, such as --set format=rss, not ${one}.`);
      return [one.slice(0, at).trim(), valueOf(one.slice(at + 1).trim())];
    }),
  );
}

function valueOf(text: string): unknown {
  try {
    const read = parseJson(text);
    return typeof read === "number" ? text : read;
  } catch {
    return text;
  }
}
