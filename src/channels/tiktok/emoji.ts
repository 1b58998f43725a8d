/**
 * Characters that are shown as emoji by themselves: Emoji_Presentation=Yes in Unicode 17.0's emoji-data.txt, in hexadecimal. RE2 doesn't know the property.
 * Whole blocks would have plain symbols too, such as ★ and ✓.
 */
const EMOJI_PRESENTATION = [
  "231A-231B 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2648-2653 267F 2693 26A1 26AA-26AB 26BD-26BE 26C4-26C5 26CE 26D4 26EA 26F2-26F3 26F5",
  "26FA 26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757 2795-2797 27B0 27BF 2B1B-2B1C 2B50 2B55",
  "1F004 1F0CF 1F18E 1F191-1F19A 1F1E6-1F1FF 1F201 1F21A 1F22F 1F232-1F236 1F238-1F23A 1F250-1F251 1F300-1F320 1F32D-1F335 1F337-1F37C",
  "1F37E-1F393 1F3A0-1F3CA 1F3CF-1F3D3 1F3E0-1F3F0 1F3F4 1F3F8-1F43E 1F440 1F442-1F4FC 1F4FF-1F53D 1F54B-1F54E 1F550-1F567 1F57A",
  "1F595-1F596 1F5A4 1F5FB-1F64F 1F680-1F6C5 1F6CC 1F6D0-1F6D2 1F6D5-1F6D8 1F6DC-1F6DF 1F6EB-1F6EC 1F6F4-1F6FC 1F7E0-1F7EB 1F7F0",
  "1F90C-1F93A 1F93C-1F945 1F947-1F9FF 1FA70-1FA7C 1FA80-1FA8A 1FA8E-1FAC6 1FAC8 1FACD-1FADC 1FADF-1FAEA 1FAEF-1FAF8",
].join(" ");

/**
 * Other characters become emoji by U+FE0F behind them (emoji-variation-sequences.txt). All of those are symbols but for ‼, ⁉, ℹ, 〰, 〽 and what keys
 * show. After other symbols U+FE0F has no effect.
 */
const SHOWN_AS_EMOJI = "[\\p{S}\\x{203C}\\x{2049}\\x{2139}\\x{3030}\\x{303D}]\\x{FE0F}";
/** A keycap such as 1️⃣, whose U+FE0F is often left out. */
const KEYCAP = "[0-9#*]\\x{FE0F}?\\x{20E3}";

/** An emoji, as a pattern. It has the characters themselves, because their numbers would be more than a rule's pattern may have. */
export function emojiPattern(): string {
  const characters = EMOJI_PRESENTATION.replaceAll(/[0-9A-F]+/g, (hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return `[${characters.replaceAll(" ", "")}]|${SHOWN_AS_EMOJI}|${KEYCAP}`;
}
