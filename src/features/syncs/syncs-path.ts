import { z } from "zod";
import { FeedIdPath } from "../feeds/index.ts";
import { ChannelPath } from "../channel-connections/index.ts";

export const SyncsPath = z.strictObject({ ...FeedIdPath.shape, ...ChannelPath.shape });
