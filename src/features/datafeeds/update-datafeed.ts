import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { findDatafeed, updateDatafeed as updateRow } from "./datafeed-queries.ts";
import { ChangedDatafeed, datafeedAnswer, DatafeedPath, DatafeedShape } from "./datafeed-shapes.ts";
import { findChannelFile } from "./wanted-datafeed.ts";

export const updateDatafeed = write({
  name: "datafeeds.update",
  title: "Update a datafeed",
  summary: "Changes a datafeed's name or when the platform fetches it.",
  description:
    "Fields that aren't sent stay as they are. The platform has the change within seconds. For other targets, create another datafeed and delete this one.",
  scope: "write_channels",
  http: { method: "PATCH", path: "/channels/{slug}/datafeeds/{id}", status: 200 },
  path: DatafeedPath,
  body: ChangedDatafeed,
  memberCodes: { time_zone: "invalid_param", hour: "invalid_param" },
  output: dataOf(DatafeedShape),
  errors: ["resource_not_found", "invalid_param"],
  audit: "datafeed.updated",
  mcp: { hidden: "a person decides when a platform fetches" },
  target: async (call, { slug, id }) => (await findDatafeed(call.shop, slug, id)) ?? call.fail("resource_not_found"),
  before: ({ name, hour, time_zone }) => ({ datafeed_name: name, hour, time_zone }),
  async run(call, { body, target }) {
    const changed = {
      name: body.datafeed_name ?? target.name,
      hour: body.hour ?? target.hour,
      time_zone: body.time_zone ?? target.time_zone,
    };
    const row = (await updateRow(call.shop, target.id, changed)) ?? call.fail("resource_not_found");
    const file = await findChannelFile(call, call.shop, { feedId: storedId("feed", row.feed_id), channel: row.channel });
    return { data: datafeedAnswer(row, file?.url ?? null) };
  },
});
