import { isMaterial, type ProductFacts, plainTitle, wordsOf } from "./product-facts.ts";
import type { Draw } from "./seeded-draw.ts";
import type { Language } from "./words/languages.ts";
import type { Words } from "./words/words.ts";

/** The largest descriptions seen in real shops' exports. */
const HUGE_BODY_LENGTH = 16 * 1024;

/** The description as HTML. Every language draws the same sentences, so translations say what the original says. */
export function productBody(facts: ProductFacts, language: Language): string {
  const words = wordsOf(language);
  const draw = facts.draw("body");
  const parts = [
    `<p>${opening(facts, language, draw.pick(words.openings))}</p>`,
    `<p>${words.praise[facts.kind.name].join(" ")}</p>`,
    `<p>${sentences(draw, words.general, draw.between(2, 5))}</p>`,
    `<h3>${words.headings.details}</h3>\n<ul>\n${features(draw, words)}</ul>`,
    ...(draw.chance(60) ? [factTable(facts, words)] : []),
    `<h3>${words.headings.care}</h3><p>${draw.pick(words.care)}</p>`,
    `<h3>${words.headings.delivery}</h3><p>${sentences(draw, words.general, 2)}</p>`,
  ];
  const body = oddBody(parts, facts, words);
  return words.direction === "rtl" && body !== "" ? `<div dir="rtl">${body}</div>` : body;
}

function oddBody(parts: readonly string[], { oddity, draw }: ProductFacts, words: Words): string {
  const body = parts.join("\n");
  switch (oddity) {
    case "noBody":
      return "";
    case "hugeBody":
      return `${body}\n<h2>${words.headings.story}</h2>\n${story(draw("body"), words)}`;
    case "brokenLines":
      return parts.join("\r\n\r\n\t").replaceAll(". ", ".\r\n");
    case "lineSeparator":
      return body.replaceAll(". ", ".\u2028");
    case "scriptBody":
      return `<style>p > b { color: #b2552b }</style><!-- bought & pasted -->${body}<script>if (1 < 2 && 3 > 2) console.info("<p>no text</p>");</script>`;
    case "unclosedBody":
      return `<div><p>${body.replaceAll("</p>", "").replaceAll("</li>", "")} 5 < 7 & 7 > 5<br`;
    default:
      return body;
  }
}

function opening(facts: ProductFacts, language: Language, sentence: string): string {
  const title = escaped(plainTitle(facts, language));
  // Without a vendor the model's name stands in, so that the sentence keeps its subject.
  return sentence.replaceAll("{title}", title).replaceAll("{vendor}", escaped(facts.vendor || facts.model));
}

/** Each drawn on its own: a sentence may come twice, as it does where people paste. */
function sentences(draw: Draw, from: readonly string[], count: number): string {
  return Array.from({ length: count }, () => draw.pick(from)).join(" ");
}

function features(draw: Draw, words: Words): string {
  const first = draw.below(words.features.length);
  const count = draw.between(3, 5);
  return Array.from({ length: count }, (_, at) => `<li>${words.features[(first + at) % words.features.length] ?? ""}</li>\n`).join("");
}

function factTable({ detail, countryOfOrigin, number }: ProductFacts, words: Words): string {
  const { material, origin, article } = words.labels;
  const rows = [
    ...(isMaterial(detail) ? [[material, words.materials[detail]]] : []),
    ...(countryOfOrigin === null ? [] : [[origin, countryOfOrigin]]),
    [article, `No.&nbsp;${number + 1}`],
  ];
  return `<table class="facts"><tbody>${rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join("")}</tbody></table>`;
}

function story(draw: Draw, words: Words): string {
  const paragraphs: string[] = [];
  for (let length = 0; length < HUGE_BODY_LENGTH;) {
    const paragraph = `<p style="margin: 0 0 1em"><span>${sentences(draw, words.general, 6)}</span></p>`;
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return paragraphs.join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
