import type { ChannelPack } from "../channel-port.ts";

const FETCHED = "Pinterest finds out when it fetches the image; the file doesn't show it.";
const REVIEWED = "Pinterest judges by its merchant guidelines, with the image of the item.";
const NEVER = "A file of ours can't have this: it's written whole, in UTF-8, with every required column.";
const ACCOUNT = "This is about the account at Pinterest, which the file doesn't show.";

/** By our code, or by the lower-case name of Pinterest's own. */
export const PINTEREST_UNCHECKED: ChannelPack["unchecked"] = [
  { code: "image_too_small", why: FETCHED },
  { code: "image_too_large", why: FETCHED },
  { code: "item_main_image_download_failure", why: FETCHED },
  { code: "blocklisted_image_signature", why: REVIEWED },
  { code: "pinjoin_content_unsafe", why: REVIEWED },
  { code: "max_items_per_item_group_exceeded", why: "Pinterest doesn't publish how many items a group may have." },
  { code: "price_cannot_be_determined", why: "It needs a list price, which the file has no column for." },
  { code: "list_price_invalid", why: "The file has no column for a list price." },
  { code: "adwords_format_invalid", why: "The file has no adwords_redirect; ad_link took its place." },
  { code: "utm_source_auto_corrected", why: "Pinterest corrects the parameter by itself." },
  { code: "mpn_invalid", why: "Pinterest doesn't publish which form an MPN has to have." },
  { code: "missing_shipping", why: "Pinterest doesn't require shipping costs in the file." },
  { code: "parse_line_error", why: NEVER },
  { code: "required_columns_missing", why: `${NEVER} A column that is blank in every row is reported as missing values.` },
  { code: "delimiter_error", why: NEVER },
  { code: "encoding_error", why: NEVER },
  { code: "malformed_xml", why: NEVER },
  { code: "no_verified_domain", why: ACCOUNT },
  { code: "account_flagged", why: ACCOUNT },
  { code: "fetch_error", why: "It shows when Pinterest fetches the file." },
  {
    code: "fetch_inactive_feed_error",
    why: "It shows when Pinterest fetches the file: one that hasn't changed for 90 days is left alone.",
  },
  { code: "fetch_same_signature", why: "It shows when Pinterest fetches the file, and means only that nothing has changed." },
];
