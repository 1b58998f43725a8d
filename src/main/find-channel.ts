import type { App } from "../app.ts";
import type { ChannelPack } from "../channels/channel-port.ts";
import { PlainError } from "../kernel/errors.ts";

/** The channel a person means. */
export function findChannel({ services: { channels } }: Pick<App, "services">, slug: string): ChannelPack {
  const found = channels.find((pack) => pack.slug === slug);
  if (found !== undefined) return found;
  throw new PlainError("channel_unknown", `There is no channel ${slug}. There are ${channels.map((pack) => pack.slug).join(", ")}.`);
}
