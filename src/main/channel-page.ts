import { z } from "zod";
import type { ChannelPack } from "../channels/channel-port.ts";
import type { ChannelAttribute } from "../engine/channels/attribute.ts";
import type { Check } from "../engine/channels/check.ts";
import { rowValues } from "../engine/channels/row-values.ts";
import { taxonomyRelation } from "../engine/channels/taxonomy-relation.ts";
import { members } from "../kernel/unsafe.ts";
import { code, page, rows } from "./page-text.ts";

/** One channel as a merchant looks it up: its files, settings, attributes, and what is checked. */
export function channelPage(pack: ChannelPack): string {
  const { displayName, slug, attributes, unchecked } = pack;
  return page(displayName, [
    `Assign it to a feed with \`PUT /v1/feeds/{feed_id}/channels/${slug}\` or \`npx feedwright channel assign ${slug} --feed feed_1\`. [The guide](../../guide/channels.md) explains how channels work.`,
    ...section("Files", filesOf(pack)),
    ...section("Settings", settingsOf(pack)),
    ...section("Registering the file", stepsOf(pack)),
    ...section("Attributes", [
      ATTRIBUTES,
      "",
      ...rows(["attribute", "from", "required", "takes", "notes"], attributes.map(attributeCells)),
      "",
      ...sourcesOf(attributes),
    ]),
    ...section("What is checked", [
      CHECKS,
      "",
      ...rows(["code", "severity", "attribute", "what is wrong", "what to do"], checksOf(pack).map(checkCells)),
    ]),
    ...section("What isn't checked", uncheckedOf(unchecked)),
  ]).replace(/\n+$/, "\n");
}

const ATTRIBUTES =
  "Attributes are listed in the order of the file. An attribute takes its value from an extra column, mapping or rule with its name, otherwise from the feed column under *from*. An attribute that is blank in every row isn't written.";
const CHECKS =
  "Each run checks the rows it sends. With an error, the channel refuses the row or shows it incorrectly. With a warning, fewer people may see it.";

function section(title: string, lines: readonly string[]): readonly string[] {
  return ["", `## ${title}`, "", ...lines];
}

function filesOf({ slug, formats }: ChannelPack): readonly string[] {
  const cells = formats.map(({ name, extension, contentType }, at) => [
    `${code(name)}${at === 0 ? " (default)" : ""}`,
    code(`gmcfeed.${slug}.${extension}`),
    contentType.split(";")[0] ?? "",
  ]);
  return rows(["format", "file of the primary feed", "content type"], cells);
}

function settingsOf({ settings }: ChannelPack): readonly string[] {
  const schema = members(z.toJSONSchema(settings, { io: "input" }));
  const cells = Object.entries(members(schema["properties"])).map(([name, property]) => {
    const { description = "", default: otherwise } = members(property);
    return [code(name), code(JSON.stringify(otherwise)), String(description)];
  });
  return rows(["setting", "default", "meaning"], cells);
}

function stepsOf(pack: ChannelPack): readonly string[] {
  const steps = pack.setupSteps({ feedUrl: null, settings: pack.settings.parse({}) });
  return steps.map(({ title, text, url }, at) => `${at + 1}. **${title}.** ${text}${url === null ? "" : ` (<${url}>)`}`);
}

function attributeCells(attribute: ChannelAttribute): readonly string[] {
  const { name, from, requirement, condition, notes } = attribute;
  const required = requirement === "conditional" ? `if ${condition ?? "it applies"}` : requirement === "required" ? "yes" : "";
  return [code(name), from === null ? "" : code(from), required, takes(attribute), notes];
}

/** Its type and limits, as in "text, at most 150 characters (cut)". */
function takes({ type, maxLength, tooLong, maxItems, minItems, range, form, allowedValues, units }: ChannelAttribute): string {
  const values = allowedValues === null ? [] : [`one of ${allowedValues.map(code).join(", ")}`];
  const parts = [
    type.replace("_", " "),
    ...(maxLength === null ? [] : [`at most ${maxLength.toLocaleString("en-US")} characters${tooLong === "cut" ? ", cut at a word" : ""}`]),
    ...(maxItems === null ? [] : [`at most ${maxItems} items`]),
    ...(minItems === null ? [] : [`at least ${minItems} items`]),
    ...(range === null ? [] : [`from ${range.join(" to ")}`]),
    ...(form === null ? [] : [form.words]),
    ...values,
    ...(units === null ? [] : [`in ${units.join(", ")}`]),
  ];
  return parts.join("; ");
}

function sourcesOf(attributes: readonly ChannelAttribute[]): readonly string[] {
  const documents = new Map(attributes.map(({ source: { document, date } }) => [document, date]));
  const lines = [...documents].map(([document, date]) => `- ${document.startsWith("http") ? `<${document}>` : document}, read on ${date}`);
  return ["Sources:", "", ...lines];
}

/** As for a feed whose rows have every attribute, so that none is left out. */
function checksOf(pack: ChannelPack): readonly Check[] {
  const columns = [...new Set(pack.attributes.flatMap(({ name, from }) => (from === null ? [name] : [name, from])))];
  const feed = {
    country: "US",
    language: "en",
    currency: "USD",
    shopName: "",
    storeUrl: "https://shop.example",
    now: "1970-01-01T00:00:00.000Z",
  };
  const taxonomy = taxonomyRelation("google-taxonomy.tsv");
  return pack.checks({ rows: rowValues(columns, ["sku", "inventory_quantity"]), settings: pack.settings.parse({}), feed, taxonomy });
}

function checkCells({ code: called, severity, field, message, whatToDo }: Check): readonly string[] {
  return [code(called), severity, field === null ? "" : code(field), message, whatToDo];
}

function uncheckedOf(unchecked: ChannelPack["unchecked"]): readonly string[] {
  if (unchecked.length === 0) return ["Everything the channel is known to refuse is checked."];
  return rows(
    ["code", "why"],
    unchecked.map(({ code: called, why }) => [code(called), why]),
  );
}
