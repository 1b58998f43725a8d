import { HTML_ENTITIES } from "../../src/engine/source/html-entities.ts";

/** The text of HTML as a person reads it, by walking it character by character: a second opinion on `html-text.ts`. */

const INLINE = new Set("a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr".split(" ")); // prettier-ignore
/** With its content. */
const SILENT = new Set(["script", "style", "template"]);
const ENTITIES: ReadonlyMap<string, string> = new Map(HTML_ENTITIES);

export function htmlWords(html: string): string {
  let text = "";
  for (let at = 0; at < html.length;) {
    const step = stepAt(html, at);
    text += step.text;
    at = step.next;
  }
  const decoded = text.replaceAll(
    /&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([A-Za-z]+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal));
    },
  );
  return decoded.replaceAll(/[\s\u00A0\u202F\u200B\uFEFF]{2,}|[\t-\r\u00A0\u202F\u200B\uFEFF]/g, " ").replaceAll(/^ +| +$/g, "");
}

function stepAt(html: string, at: number): { readonly text: string; readonly next: number } {
  const plain = { text: html[at] ?? "", next: at + 1 };
  if (html[at] !== "<") return plain;
  if (html.startsWith("<!--", at)) {
    const end = html.indexOf("-->", at);
    if (end !== -1) return { text: " ", next: end + 3 };
  }
  const tag = /^<\/?([A-Za-z!?][A-Za-z0-9]*)[^>]*>/.exec(html.slice(at, at + 4_096));
  if (tag === null) return plain;
  const name = (tag[1] ?? "").toLowerCase();
  const next = at + tag[0].length;
  if (SILENT.has(name) && !tag[0].startsWith("</")) {
    const end = new RegExp(`</${name}\\s*>`, "i").exec(html.slice(next));
    if (end !== null) return { text: " ", next: next + end.index + end[0].length };
  }
  return { text: INLINE.has(name) ? "" : " ", next };
}
