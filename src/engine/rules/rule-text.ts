import { z } from "zod";

/** A text that a person wrote into a rule: composed (NFC) as the snapshot's texts are, so that the two compare. */
export function ruleText(lengthMax: number): z.ZodString {
  return z
    .string()
    .max(lengthMax)
    .refine((text) => !text.includes("\u0000"), "contains the character U+0000; remove it")
    .refine((text) => text.isWellFormed(), "contains half of a character; type the text again")
    .normalize("NFC");
}
