/** As much XML as S3 speaks. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export type XmlContent = string | number | boolean | readonly XmlElement[];
export type XmlElement = readonly [name: string, content: XmlContent];

export function element([name, content]: XmlElement): string {
  const inner = Array.isArray(content)
    ? content.map(element).join("")
    : String(content).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
  return `<${name}>${inner}</${name}>`;
}

export function xmlDocument(root: string, content: readonly XmlElement[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element([root, content]).replace(`<${root}>`, `<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`)}`;
}

/** The contents of all elements of a name, in their order; an element doesn't contain one of its own name. */
export function contentsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g"))].map((match) => match[1] ?? "");
}

export function textOf(xml: string, name: string): string | undefined {
  return contentsOf(xml, name)[0]?.replaceAll(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/gi,
    (_, hex: string, digits: string, entity: string) =>
      hex === undefined
        ? digits === undefined
          ? (NAMED[entity] ?? "")
          : String.fromCodePoint(Number(digits))
        : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
