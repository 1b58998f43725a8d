import { defineManualPlatform } from "../manual-platform.ts";

/** The Agentic Commerce Protocol has calls for feeds, but OpenAI publishes no address that takes them, and nothing can be listed or removed. */
export const openaiPlatform = defineManualPlatform(
  "OpenAI",
  "Feedwright can't connect to OpenAI. Upload the channel's file at least daily with the SFTP access that OpenAI gives merchants at chatgpt.com/merchants.",
);
