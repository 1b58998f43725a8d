import { afterAll, describe, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../test/harness/duckdb.ts";
import { hasMatch } from "../../engine/sql/text-sql.ts";
import { emojiPattern } from "./emoji.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** The characters that have a property, as the runtime's own Unicode data says. */
function charactersOf(property: RegExp): readonly string[] {
  const characters = Array.from({ length: 0x11_00_00 }, (_, code) => (code < 0xd8_00 || code > 0xdf_ff ? String.fromCodePoint(code) : ""));
  return characters.filter((character) => property.test(character));
}

async function foundAmong(texts: readonly string[]): Promise<readonly string[]> {
  const found = await overTexts(duckdb, texts, (text) => hasMatch(text, emojiPattern()));
  return texts.filter((_, at) => found[at] === true);
}

const PLAIN = charactersOf(/[\p{Emoji}--\p{Emoji_Presentation}]/v);

describe("The pattern of emoji", () => {
  test("finds every character that is shown as an emoji by itself, and every flag", async () => {
    const emoji = [...charactersOf(/\p{Emoji_Presentation}/v), "🇩🇪", "👩🏽‍🎤", "❤️‍🔥"];
    expect(await foundAmong(emoji)).toEqual(emoji);
  });

  test("finds the others only with U+FE0F, and keycaps", async () => {
    expect(await foundAmong(PLAIN)).toEqual([]);
    const shown = PLAIN.map((character) => (/[0-9#*]/.test(character) ? `${character}\uFE0F\u20E3` : `${character}\uFE0F`));
    expect(await foundAmong(shown)).toEqual(shown);
    expect(await foundAmong(["1\u20E3"])).toEqual(["1\u20E3"]);
  });

  test("leaves symbols and letters alone", async () => {
    const symbols = ["★", "☆", "✓", "✔", "♪", "♥", "♀", "☀", "→", "™", "©", "€", "é", "紺", "10 % #1 *", "\uFE0F", "a\uFE0F"];
    expect(await foundAmong(symbols)).toEqual([]);
  });
});
