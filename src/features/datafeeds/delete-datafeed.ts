import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { write } from "../operation.ts";
import { findDatafeed, markRemoving } from "./datafeed-queries.ts";
import { datafeedAnswer, DatafeedPath } from "./datafeed-shapes.ts";

export const deleteDatafeed = write({
  name: "datafeeds.delete",
  title: "Delete a datafeed",
  summary: "Ends a feed's registration at the channel's platform.",
  description:
    "The platform forgets the feed within seconds, and with it the feed's products, as the platform's own rules say. The file stays served.",
  scope: "write_channels",
  http: { method: "DELETE", path: "/channels/{slug}/datafeeds/{id}", status: 204 },
  path: DatafeedPath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "datafeed.deleted",
  mcp: { hidden: "it takes products off a platform" },
  target: async (call, { slug, id }) => (await findDatafeed(call.shop, slug, id)) ?? call.fail("resource_not_found"),
  before: (row) => ({ ...datafeedAnswer(row, null), feed_id: `feed_${storedId("feed", row.feed_id)}` }),
  async run(call, { target }) {
    await markRemoving(call.shop, target.id);
    return undefined;
  },
});
