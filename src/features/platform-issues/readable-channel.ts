import { isSupported } from "../../channels/platform-port.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { type FeedCheckedChannel, findCheckedChannel } from "../findings/index.ts";
import type { ShopCall } from "../operation.ts";

/** A channel of the feed whose platform says what it thinks of single items. Others are refused with what to do instead. */
export async function findReadableChannel(
  call: Pick<ShopCall, "shop" | "channels"> & Refuse<"resource_not_found">,
  path: { readonly feed_id: FeedId; readonly slug: string },
): Promise<FeedCheckedChannel> {
  const channel = await findCheckedChannel(call, path);
  const { itemStatuses } = channel.pack.platform;
  if (!isSupported(itemStatuses)) throw new RequestError("channel_not_supported", { message: itemStatuses.instead });
  return channel;
}
