import type { ChannelPack } from "./channel-port.ts";
import { amazon } from "./amazon/pack.ts";
import { google } from "./google/pack.ts";
import { openai } from "./openai/pack.ts";

/** Every channel, in the order lists show them. A further one is a folder and a line here. */
export const CHANNEL_PACKS: readonly ChannelPack[] = Object.freeze([google, amazon, openai]);
