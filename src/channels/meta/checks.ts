import { spelledText } from "../../engine/channels/cells.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { anyExpiry, oneIdentifier } from "../../engine/channels/checks/variations.ts";
import { integer, sql } from "../../engine/sql/fragment.ts";
import { META_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    description_contains_html: "error",
    missing_google_product_category: "warning",
  },
  without: ["missing_gtin", "custom_label_too_many_values"],
  imageExtensions: ["jpg", "jpeg", "png"],
  ownDomain: false,
  // Files of up to 8 GB are fetched.
  fileBytesMax: 8 * 2 ** 30,
};

export function metaChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(META_ATTRIBUTES, input, OPTIONS, (kit) => [
    ...oneIdentifier(kit),
    ...anyExpiry(kit),
    ...additionalImages(kit),
    ...categoryLevels(kit),
  ]);
}

const ADDITIONAL_IMAGES_CHARACTERS_MAX = 2000;
/** The addresses as the file has them: the first 20, percent-encoded. */
function sentImages(): string {
  const first = 'list_join(list_slice([G]additional_image_link, 1, 21), ",")';
  return ["%20", "%3B", "%7C"].reduce((text, code) => `replace(${text}, "${decodeURIComponent(code)}", "${code}")`, first);
}

function additionalImages(kit: CheckKit): readonly Check[] {
  const attribute = kit.attributes.find(({ name }) => name === "additional_image_link");
  const sent = attribute === undefined ? sql`''` : spelledText(attribute, kit.input);
  return kit.row("additional_image_link", {
    code: "meta_additional_images_too_long",
    category: "images",
    severity: "warning",
    message: `The additional images have more than ${ADDITIONAL_IMAGES_CHARACTERS_MAX} characters in total. Meta ignores the rest.`,
    whatToDo: "Send fewer additional images.",
    when: sql`length(${sent}) > ${integer(ADDITIONAL_IMAGES_CHARACTERS_MAX)}`,
    rule: {
      type: "set_value",
      target: "additional_image_link",
      // A pattern sees only as many characters; one more would stay.
      value: `=regex_replace(left(${sentImages()}, ${ADDITIONAL_IMAGES_CHARACTERS_MAX}), "(^|,)[^,]*$", "")`,
      condition: `length(${sentImages()}) > ${ADDITIONAL_IMAGES_CHARACTERS_MAX}`,
    },
  });
}

const GOOGLE_LEVELS_WANTED = 2;
const FACEBOOK_LEVELS_WANTED = 3;

/** Meta is content with two levels of Google's taxonomy and wants three of its own, of which ids tell nothing. */
function categoryLevels(kit: CheckKit): readonly Check[] {
  const own = kit.text("fb_product_category");
  const tooFew = {
    code: "category_depth_low",
    category: "categories",
    severity: "info",
    whatToDo: "Choose a more precise category.",
  } as const;
  const levels = sql`len(string_split(${own}, '>'))`;
  return [
    ...(kit.input.taxonomy === null
      ? []
      : kit.row("google_product_category", {
          ...tooFew,
          message: `The category has fewer than ${GOOGLE_LEVELS_WANTED} levels, so ads may reach the wrong people.`,
          when: sql`${kit.input.rows.category("depth")} < ${integer(GOOGLE_LEVELS_WANTED)}`,
        })),
    ...kit.row("fb_product_category", {
      ...tooFew,
      message: `The category has fewer than ${FACEBOOK_LEVELS_WANTED} levels, so ads may reach the wrong people.`,
      when: sql`${own} <> '' AND NOT regexp_full_match(${own}, '[0-9]+') AND ${levels} < ${integer(FACEBOOK_LEVELS_WANTED)}`,
    }),
  ];
}
