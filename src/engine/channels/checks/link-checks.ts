import { integer, isAmongInLambda, literal, sql } from "../../sql/fragment.ts";
import { hasMatch, hostOf } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { feedColumnType } from "../../plan/feed-columns.ts";
import type { Check, FindingCategory, SuggestedRule } from "../check.ts";
import { storefrontDomain } from "../storefront.ts";
import type { CheckKit } from "./check-kit.ts";

/** An absolute address with a host that has a name, and nothing in it that has to be encoded. */
const GOOD_URL = `(?i)https?://(?:[^\\s/?#@"<>]*@)?[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}.-]*[\\p{L}\\p{N}\\p{M}])?(?::[0-9]{1,5})?(?:[/?#][^\\s\\x{A0}\\x{3000}"<>]*)?`;
/** What's behind a host. A colon and a text up to `@` are behind a user's name. */
const END_OF_HOST = "(?::[^/?#@]*)?(?:[/?#]|$)";
const BAD_HOST = `(?i)^https?://(?:[^/?#@]*@)?(?:[0-9.]+|\\[[^\\]]*\\]|localhost|[^/?#:.@]+)${END_OF_HOST}`;

/** The beginning of another address: a list, where one address is read. */
const SEVERAL = "(?i),\\s*https?://";

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IP_HOST = `(?i)^https?://(?:[^/?#@]*@)?${OCTET}(?:\\.${OCTET}){3}${END_OF_HOST}`;
/** IP addresses that nobody outside a network reaches. */
const PRIVATE_HOST =
  "(?i)^https?://(?:[^/?#@]*@)?(?:0|10|127|169\\.254|192\\.168|172\\.(?:1[6-9]|2[0-9]|3[01])|100\\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))\\.";

/** Attributes whose bad address costs the whole item; elsewhere it's ignored. */
const ESSENTIAL = new Set(["link", "image_link"]);

/** An ordinary address up to the end of its host. */
const PLAIN_URL = "https?://(?:[a-z0-9-]+\\.)+[a-z][a-z0-9-]*";
const AFTER_HOST = "(?:/[-\\w.~%/]*(?:\\?[-\\w.~%=&]*)?)?";

/**
 * A text that needs a closer look, NULL where it's blank or all ordinary. What is made of NULL costs nothing. Lists of ordinary addresses are seen to be fine
 * at once; taking a list apart costs many times that. The look has to come first in a condition: then DuckDB makes what several checks begin with once.
 */
function unlessPlain(text: Sql, plain: string): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(`(?i)(?:${plain})?`)}) THEN NULL ELSE ${text} END`;
}

/**
 * Whether an item of a list is bad. The lambda stands behind a condition, because DuckDB compiles the patterns in it again for every 2,048 rows, even if
 * all their lists are NULL.
 */
function anyItem(items: Sql, plain: string, bad: (url: Sql) => Sql): Sql {
  const suspect = unlessPlain(items, `${plain}(?:, ?${plain})*`);
  const some = sql`len(list_filter(string_split(${suspect}, ','), lambda url: ${bad(sql`trim(url)`)})) > 0`;
  return sql`CASE WHEN ${suspect} IS NULL THEN false ELSE ${some} END`;
}

export function linkChecks(kit: CheckKit): readonly Check[] {
  return [
    ...kit.attributes.flatMap(({ name, from, type }) => (type === "url" || type === "urls" ? address(kit, from ?? name, type) : [])),
    ...ownLink(kit),
  ];
}

const BAD_ADDRESS = (column: string) =>
  ({
    code: "invalid_url",
    category: categoryOf(column),
    message: `${column} isn't a complete web address with a public host name.`,
    whatToDo: "Use an address that starts with https:// and a host name, and percent-encode spaces and commas.",
  }) as const;

const categoryOf = (column: string): FindingCategory => (column.includes("image") ? "images" : "links");
const areSeveral = (url: Sql): Sql => sql`CASE WHEN contains(${url}, ',') THEN ${hasMatch(url, SEVERAL)} ELSE false END`;
const isBadForm = (url: Sql): Sql => sql`NOT regexp_full_match(${url}, ${literal(GOOD_URL)})`;

function address(kit: CheckKit, column: string, type: "url" | "urls"): readonly Check[] {
  if (ESSENTIAL.has(column)) return [...essential(kit, column), ...(kit.options.refusesIpHosts === true ? [] : ipHost(kit, column))];
  const text = kit.text(column);
  const bad = (url: Sql): Sql => sql`(${isBadForm(url)} OR ${hasMatch(url, BAD_HOST)})`;
  const any =
    type === "urls" ? anyItem(text, `${PLAIN_URL}${AFTER_HOST}`, bad) : sql`(${bad(text)} OR ${areSeveral(text)}) AND ${text} <> ''`;
  return kit.row(column, {
    ...BAD_ADDRESS(column),
    severity: "warning",
    when: any,
    rule: withoutBad(column, type),
  });
}

/** Only some channels refuse an item for an IP address as the host; others may not reach it. */
function essential(kit: CheckKit, column: string): readonly Check[] {
  const text = kit.text(column);
  const named = kit.options.refusesIpHosts === true;
  const host = hasMatch(text, BAD_HOST);
  const badHost = named ? host : sql`CASE WHEN ${host} THEN NOT (${isPublicIp(text)}) ELSE false END`;
  const ruleIp = named ? "" : ` and not ([G]${column} matches '${IP_HOST}' and [G]${column} not matches '${PRIVATE_HOST}')`;
  return kit.row(column, {
    ...BAD_ADDRESS(column),
    severity: "error",
    when: sql`(${isBadForm(text)} OR ${badHost} OR ${areSeveral(text)}) AND ${text} <> ''`,
    rule: {
      type: "exclude",
      reason: `${column} isn't a valid web address`,
      condition: `[G]${column} is not blank and ([G]${column} not matches '^(?:${GOOD_URL})$' or ([G]${column} matches '${BAD_HOST}'${ruleIp}) or [G]${column} matches '${SEVERAL}')`,
    },
  });
}

const isPublicIp = (url: Sql): Sql => sql`${hasMatch(url, IP_HOST)} AND NOT ${hasMatch(url, PRIVATE_HOST)}`;

function ipHost(kit: CheckKit, column: string): readonly Check[] {
  const text = kit.text(column);
  return kit.row(column, {
    code: "url_with_ip_address",
    category: categoryOf(column),
    severity: "warning",
    message: `${column} has an IP address instead of a host name.`,
    whatToDo: "Use an address with the shop's host name.",
    when: sql`CASE WHEN ${hasMatch(text, BAD_HOST)} THEN ${isPublicIp(text)} ELSE false END`,
  });
}

const [WITHIN, LAST] = ["[\\p{L}\\p{N}\\p{M}.-]*", "[\\p{L}\\p{N}\\p{M}]"];
/** A host as in a good address, with a dot in it and something besides digits, which a bad host doesn't have. */
const NAMED_HOST = `(?:(?:\\p{L}|[\\p{L}\\p{N}]${WITHIN}[\\p{L}\\p{M}-])${WITHIN}\\.${WITHIN}${LAST}|[\\p{L}\\p{N}]${WITHIN}\\.${WITHIN}(?:[\\p{L}\\p{M}]|[\\p{L}\\p{M}-]${WITHIN}${LAST}))`;
/** A good address without a bad host, as one pattern: rules have no other way to tell the items of a list apart. */
const KEPT_URL = `https?://(?:[^,\\s/?#@"<>]*@)?${NAMED_HOST}(?::[0-9]{1,5})?(?:[/?#][^,\\s\\x{A0}\\x{3000}"<>]*)?`;

/** A list keeps its other items: those that are good get a plus sign in front, and what has none is left out. */
function withoutBad(column: string, type: "url" | "urls"): SuggestedRule {
  if (type === "urls") {
    const isList = feedColumnType(column) === "list";
    const written = (separator: string): string => `list_join(${isList ? `[G]${column}` : `list([G]${column})`}, "${separator}")`;
    const marked = `list(regex_replace(${written(" ,, ")}, '(?i)(^|, )(${KEPT_URL})( ,|$)', '\\1+\\2\\3'))`;
    const kept = `regex_replace(list_join(list_filter(${marked}, "starts with", "+"), ","), '(^|,)\\+', '\\1')`;
    const condition = `[G]${column} is not blank and ${written(",")} not matches '(?i)^${KEPT_URL}(,${KEPT_URL})*$'`;
    return { type: "set_value", target: column, value: isList ? `=list(${kept})` : `=${kept}`, condition };
  }
  const bad = `[G]"${column}" not matches '^(?:${GOOD_URL})$' or [G]"${column}" matches '${BAD_HOST}' or [G]"${column}" matches '${SEVERAL}'`;
  return { type: "exclude_field", target: column, condition: `[G]"${column}" is not blank and (${bad})` };
}

/** Shops without readable addresses, such as WooCommerce's with plain ones, name the product in the query. */
const NAMED_PAGE = "(?i)[?&](?:p|id|product|product_id|item|sku)=[^&#]";

function ownLink(kit: CheckKit): readonly Check[] {
  const link = kit.text("link");
  const own = storefrontDomain(kit.input.feed);
  const host = hostOf(link);
  // A look at the beginning tells for almost every row.
  const elsewhere = sql`NOT starts_with(${link}, ${literal(`https://${own}/`)}) AND ${host} <> '' AND ${host} <> ${literal(own)} AND NOT ends_with(${host}, ${literal(`.${own}`)})`;
  const onOther = kit.row("link", {
    code: "link_domain_mismatch",
    category: "links",
    severity: "warning",
    message: `The link isn't on ${own}, the shop's domain.`,
    whatToDo: "Use a link to the product on the domain that is verified with the channel.",
    when: elsewhere,
  });
  return [
    ...(own === "" || kit.options.ownDomain === false ? [] : onOther),
    ...kit.row("link", {
      code: "link_equals_homepage",
      category: "links",
      severity: "warning",
      message: "The link points to the shop's home page.",
      whatToDo: "Link to the product's own page.",
      when: sql`regexp_full_match(${link}, '(?i)https?://[^/?#]+/?([?#].*)?') AND NOT ${hasMatch(link, NAMED_PAGE)}`,
    }),
  ];
}

/** Endings of pictures, drawings, films and pages that shops have. Others tell nothing: `image.php?id=4` and `12345.01` are pictures in some shops. */
const ENDINGS = "avi avif bmp eps exif gif glb heic heif htm html ico jfif jp2 jxl m4v mov mp4 pdf psd svg tif tiff webm webp zip".split(
  " ",
);

/** Endings every channel reads: a look for them is the same in all channels, so DuckDB does it once. */
const ORDINARY_EXTENSIONS = ["jpg", "jpeg", "png"];

const unreadOf = (read: readonly string[]): readonly string[] => ENDINGS.filter((ending) => !read.includes(ending));

function hasUnread(read: readonly string[]): string {
  const unread = unreadOf(read).join("|");
  return `regex_replace(list_join([G]additional_image_link, " "), "[?#]\\S*", "") matches "(?i)\\.(?:${unread})(?: |$)"`;
}

/** Products that may share a picture before it counts as one that says nothing. */
const SHARED_BY_MAX = 10;
/** Within the name of a file. `casino-image` has an image, a dummy may be the product, and PrestaShop calls sizes of real pictures `large_default`. */
const PLACEHOLDER =
  "(?i)(?:placeholder|coming[-_]?soon|(?:^|[^a-z_])default|(?:^|[^a-z])no[-_]?image|(?:^|[-/_.])dummy(?:[-_.0-9]|$))[^/]*$";

export function imageChecks(kit: CheckKit): readonly Check[] {
  const image = kit.text("image_link");
  const path = (url: Sql): Sql => sql`split_part(split_part(${url}, '?', 1), '#', 1)`;
  const extension = (url: Sql): Sql => sql`lower(regexp_extract(${path(url)}, '\\.([A-Za-z0-9]{2,5})$', 1))`;
  const read = kit.options.imageExtensions ?? ["jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff"];
  const ordinary = ORDINARY_EXTENSIONS.every((one) => read.includes(one)) ? ORDINARY_EXTENSIONS : read;
  const plain = `${PLAIN_URL}/[-\\w.~%/]*\\.(?:${ordinary.join("|")})(?:\\?[-\\w.~%=&]*)?`;
  // Also of each item of a list.
  const unread = (url: Sql): Sql => isAmongInLambda(extension(url), unreadOf(read));
  const others = kit.text("additional_image_link");
  return [
    ...kit.row("image_link", {
      code: "invalid_image_extension",
      category: "images",
      severity: "error",
      message: `The channel doesn't support the image's format. It supports ${read.join(", ")}.`,
      whatToDo: "Upload the image in a supported format.",
      when: sql`coalesce(${unread(unlessPlain(image, plain))}, false)`,
    }),
    ...kit.row("additional_image_link", {
      code: "invalid_image_extension",
      category: "images",
      severity: "warning",
      message: "The channel doesn't support the format of an additional image.",
      whatToDo: "Upload the image in another format, or remove it.",
      when: anyItem(others, plain, unread),
      rule: { type: "exclude_field", target: "additional_image_link", condition: hasUnread(read) },
    }),
    ...kit.row("image_link", {
      code: "image_is_placeholder",
      category: "images",
      severity: "error",
      message: "The file name suggests that the image is a placeholder.",
      whatToDo: "Upload a picture of the product, or exclude the row.",
      when: hasMatch(path(image), PLACEHOLDER),
      rule: {
        type: "exclude",
        reason: "No picture of the product",
        condition: `regex_replace([G]image_link, "[?#].*", "") matches "${PLACEHOLDER}"`,
      },
    }),
    ...sharedImage(kit, image),
    ...kit.row("additional_image_link", {
      code: "image_same_as_additional",
      category: "images",
      severity: "warning",
      message: "The main image is also one of the additional images.",
      whatToDo: "Remove the main image from the additional images.",
      when: sql`${image} <> '' AND contains(${others}, ${image}) AND list_contains(list_transform(string_split(${others}, ','), lambda url: trim(url)), ${image})`,
      rule: {
        type: "set_value",
        target: "additional_image_link",
        value: '=list_filter([G]additional_image_link, "not equals", [G]image_link)',
      },
    }),
  ];
}

function sharedImage(kit: CheckKit, image: Sql): readonly Check[] {
  return kit.group("image_link", {
    code: "image_link_generic",
    category: "images",
    severity: "warning",
    message: `More than ${SHARED_BY_MAX} products share this image.`,
    whatToDo: "Give each product its own picture.",
    among: sql`${image} <> ''`,
    key: image,
    having: sql`count(DISTINCT product_id) > ${integer(SHARED_BY_MAX)}`,
  });
}
