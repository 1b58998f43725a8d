import { createHash } from "node:crypto";
import { boolean, type Given, lower, number, type References, text, textOf, whole } from "../given.ts";
import type { Value } from "../values.ts";

/** What a type has for a blank. */
function blankLike(value: Value | undefined): Value {
  switch (value?.type) {
    case "number":
      return number(null);
    case "boolean":
      return boolean(false);
    case "date":
      return { type: "date", value: null };
    case "list":
      return { type: "list", value: [] };
    default:
      return text("");
  }
}

/** The value chosen: as it is where all are of one type, else as text. */
function chosen(among: readonly Value[], choice: Value | undefined): Value {
  const alike = among.every(({ type }) => type === among[0]?.type);
  return alike ? (choice ?? blankLike(among[0])) : text(choice === undefined ? "" : textOf(choice));
}

const firstOf = (given: Given): Value =>
  chosen(
    given.values,
    given.values.find((_, at) => !given.isBlank(at)),
  );

function equal(given: Given): boolean {
  const numeric = given.values.some(({ type }) => type === "number");
  const [a, b] = [given.number(0), given.number(1)];
  if (numeric && a !== null && b !== null) return a === b;
  return lower(given.text(0)) === lower(given.text(1));
}

const hashOf = (algorithm: string, given: Given): Value =>
  text(given.isBlank(0) ? "" : createHash(algorithm).update(given.text(0)).digest("hex"));

/** GS1: from the right, three times every second digit. */
function checks(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((so, digit, at) => so + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Google's product data specification. */
const VALUES: Readonly<Record<string, string>> = {
  availability: "in_stock out_of_stock preorder backorder",
  condition: "new refurbished used",
  gender: "male female unisex",
  age_group: "newborn infant toddler kids adult",
  identifier_exists: "yes no",
  adult: "yes no",
  size_type: "regular petite maternity big tall plus",
  size_system: "us uk eu de fr jp cn it br mex au",
  energy_efficiency_class: "a+++ a++ a+ a b c d e f g",
};

export const CHOICES: References = {
  if: (given) => chosen(given.values.slice(1), given.boolean(0) ? given.values[1] : given.values[2]),
  coalesce: firstOf,
  default_to: firstOf,
  nullif: (given) => chosen(given.values, equal(given) ? undefined : given.values[0]),
  in_list: (given) => boolean(!given.isBlank(0) && given.values.slice(1).some((item) => lower(textOf(item)) === lower(given.text(0)))),
  hash_bucket: (given) => {
    const buckets = given.count(1);
    if (given.isBlank(0) || buckets < 1) return number(null);
    const hash = BigInt(`0x${createHash("md5").update(given.text(0)).digest("hex").slice(0, 15)}`);
    return whole(Number(hash % BigInt(buckets)) + 1);
  },
  md5: (given) => hashOf("md5", given),
  sha256: (given) => hashOf("sha256", given),
  is_valid_gtin: (given) => {
    const digits = given.text(0).replace(/^ +| +$/g, "");
    return boolean(/^(?:[0-9]{8}|[0-9]{12,14})$/.test(digits) && checks(digits));
  },
  is_valid_enum: (given) => boolean((VALUES[given.text(1)] ?? "").split(" ").includes(lower(given.text(0)))),
  is_valid_url: (given) => {
    const link = given.text(0);
    if (!/^https?:\/\/[^/?#]/iu.test(link) || /[\s"<>]/u.test(link)) return boolean(false);
    const authority = /^https?:\/\/([^/?#]*)/iu.exec(link)?.[1] ?? "";
    const [, , host = "", port] = /^([^@]*@)?(.*?)(:[^:\]]*)?$/u.exec(authority) ?? [];
    const labels = host.replace(/\.$/, "").split(".");
    const named = labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u.test(label));
    return boolean((named || /^\[[0-9a-f:.]+\]$/i.test(host)) && (port === undefined || /^:[0-9]{1,5}$/.test(port)));
  },
};
