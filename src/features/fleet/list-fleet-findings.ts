import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { listOf } from "../../kernel/page.ts";
import { FindingShape } from "../findings/index.ts";
import { organizationRead } from "../operation.ts";
import { listFleetFindings } from "./fleet-queries.ts";

const FleetFinding = z
  .strictObject({
    object: z.literal("fleet_finding"),
    channel: z.string().meta({ description: "Slug of the channel.", examples: ["google"] }),
    code: FindingShape.shape.code,
    field: FindingShape.shape.field,
    severity: FindingShape.shape.severity,
    message: FindingShape.shape.message,
    what_to_do: FindingShape.shape.what_to_do,
    suggested_rule: FindingShape.shape.suggested_rule,
    affected_count: z.int().meta({ description: "Rows that have it, in all shops together." }),
    shop_count: z.int().meta({ description: "Shops that have it." }),
    shops: z
      .array(z.strictObject({ shop_id: z.int(), feed_id: idSchema("feed", "Feed that has it."), affected_count: z.int() }))
      .meta({ description: "Feeds that have it, as `POST /org/fleet/changes` takes them." }),
  })
  .meta({ id: "FleetFinding" });

export const listFindingsOfFleet = organizationRead({
  name: "fleet.list_findings",
  title: "List findings of the fleet",
  summary: "Lists the findings of all connected shops together, with the shops that have each.",
  description:
    "Findings of the live runs that aren't muted, errors first, then by how many shops have them; the first hundred. To fix one everywhere, create a change with `suggested_rule` and `shops`. Needs the scope `read_feeds` too.",
  scope: "read_org",
  http: { method: "GET", path: "/org/fleet/findings", status: 200 },
  output: listOf(FleetFinding),
  errors: ["insufficient_scope"],
  mcp: { hidden: "an agent acts for one shop: `feed_findings` lists what its feed has" },
  async run(call) {
    if (!call.scopes.has("read_feeds"))
      return call.fail("insufficient_scope", "The fleet needs the scope read_feeds too. Use a key that has it.");
    const found = await listFleetFindings(call.organization);
    return {
      data: found.map(({ feeds, affected, ...finding }) => ({
        object: "fleet_finding" as const,
        ...finding,
        affected_count: affected,
        shop_count: new Set(feeds.map(({ shop_id: id }) => id)).size,
        shops: feeds.map((feed) => ({
          shop_id: feed.shop_id,
          feed_id: formatId("feed", storedId("feed", feed.feed_id)),
          affected_count: feed.affected,
        })),
      })),
    };
  },
});
