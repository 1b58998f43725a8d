/** Markup whose texts have been escaped. Only `html` makes it, so a text cannot get into a page as it is. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: pieces }, ...parts.map(written)) };
}

/** A sentence of ours, where backticks mark code. */
export function inline(text: string): Markup {
  return html`${text.split("`").map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}

function written(part: Part): string {
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
