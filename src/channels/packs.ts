import type { ChannelPack } from "./channel-port.ts";
import { amazon } from "./amazon/pack.ts";
import { google } from "./google/pack.ts";
import { meta } from "./meta/pack.ts";
import { microsoft } from "./microsoft/pack.ts";
import { openai } from "./openai/pack.ts";
import { pinterest } from "./pinterest/pack.ts";
import { snapchat } from "./snapchat/pack.ts";
import { tiktok } from "./tiktok/pack.ts";

/** Every channel, in the order lists show them. A further one is a folder and a line here. */
export const CHANNEL_PACKS: readonly ChannelPack[] = Object.freeze([google, meta, microsoft, pinterest, tiktok, amazon, openai, snapchat]);
