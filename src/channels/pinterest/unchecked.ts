import { ONE_OTHER_DOMAIN } from "../../engine/channels/storefront.ts";
import type { ChannelPack } from "../channel-port.ts";

const FETCHED = "The file doesn't show it. Pinterest checks when it fetches the image.";
const REVIEWED = "Pinterest applies its merchant guidelines to the item's image.";
const NEVER = "Files from Feedwright can't have this fault. They are complete, in UTF-8, and have every required column.";
const ACCOUNT = "This concerns the Pinterest account, which the file doesn't show.";

/** By our code, or by the lower-case name of Pinterest's own. */
export const PINTEREST_UNCHECKED: ChannelPack["unchecked"] = [
  ONE_OTHER_DOMAIN,
  { code: "image_too_small", why: FETCHED },
  { code: "image_too_large", why: FETCHED },
  { code: "item_main_image_download_failure", why: FETCHED },
  { code: "blocklisted_image_signature", why: REVIEWED },
  { code: "pinjoin_content_unsafe", why: REVIEWED },
  { code: "max_items_per_item_group_exceeded", why: "Pinterest doesn't publish how many items a group may have." },
  { code: "price_cannot_be_determined", why: "It needs a list price, but the file has no column for one." },
  { code: "list_price_invalid", why: "The file has no column for a list price." },
  { code: "adwords_format_invalid", why: "The file has no adwords_redirect column, which ad_link replaced." },
  { code: "utm_source_auto_corrected", why: "Pinterest corrects the parameter automatically." },
  { code: "mpn_invalid", why: "Pinterest doesn't publish the required form of an MPN." },
  { code: "missing_shipping", why: "Pinterest doesn't require shipping costs in the file." },
  { code: "parse_line_error", why: NEVER },
  { code: "required_columns_missing", why: `${NEVER} Pinterest reports a column that is blank in every row as missing values.` },
  { code: "delimiter_error", why: NEVER },
  { code: "encoding_error", why: NEVER },
  { code: "malformed_xml", why: NEVER },
  { code: "no_verified_domain", why: ACCOUNT },
  { code: "account_flagged", why: ACCOUNT },
  { code: "fetch_error", why: "Pinterest reports it when it fetches the file." },
  {
    code: "fetch_inactive_feed_error",
    why: "Pinterest reports it when it fetches the file. It no longer reads a file that hasn't changed for 90 days.",
  },
  { code: "fetch_same_signature", why: "Pinterest reports it when it fetches the file. It only means that nothing has changed." },
];
