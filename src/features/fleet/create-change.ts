import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { idText, ShopIdText } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { type OrganizationChange, organizationWrite } from "../operation.ts";
import { listConnectedShops } from "../organizations/index.ts";
import { missingFaults, renderForShops } from "../templates/index.ts";
import { countOpenChanges, deleteOldChanges, insertChange, type NewTarget } from "./change-queries.ts";
import { FleetChangeDetailShape } from "./change-shapes.ts";
import { FleetAction, isOfShop, scopeOf } from "./fleet-action.ts";
import { TARGETS_MAX } from "./fleet-change.ts";
import { readChange } from "./read-change.ts";
import { stageOfShops, stagesOf } from "./stages.ts";

/** More than a person looks after at a time. */
const OPEN_CHANGES_MAX = 50;
const STAGES_MAX = 20;

const ChangedShop = z.strictObject({
  shop_id: z
    .union([z.int().positive().transform(String), z.string()])
    .pipe(ShopIdText)
    .meta({
      description: "Id of a connected shop, as `GET /org/shops` shows it.",
      examples: [12],
    }),
  feed_id: z
    .optional(idText("feed", "Id of one of the shop's feeds"))
    .meta({ description: "Feed to change. Defaults to the primary feed." }),
});

const ERRORS = ["insufficient_scope", "shop_not_connected", "invalid_param", "fleet_limit_reached"] as const;

export const createFleetChange = organizationWrite({
  name: "fleet.create_change",
  title: "Create a change of many shops",
  summary: "Prepares a change of many shops and previews it in each of them. Nothing is changed yet.",
  description:
    "Poll the change until it is `ready`, look at `shops[].preview`, then start it. The change is then made stage by stage: a stage begins once the runs of the one before are live. Workers act with the key that starts the change, so it needs the scopes of the action, and every shop's audit log shows what was done.",
  scope: "write_org",
  http: { method: "POST", path: "/org/fleet/changes", status: 201 },
  body: z.strictObject({
    action: FleetAction,
    shops: z.array(ChangedShop).min(1).max(TARGETS_MAX).meta({ description: "Shops in the order in which they are changed." }),
    stages: z
      .array(z.int().min(1).max(TARGETS_MAX))
      .min(1)
      .max(STAGES_MAX)
      .optional()
      .meta({
        description: "Shops in each stage; those that are left are the last one. Defaults to one shop, then five, then the others.",
        examples: [[1, 5]],
      }),
    stop_on: z
      .array(z.enum(["held", "failed"]))
      .max(2)
      .default(["held", "failed"])
      .meta({ description: "What stops the rollout: a run that is held, or anything that fails." }),
  }),
  output: dataOf(FleetChangeDetailShape),
  errors: ERRORS,
  audit: "fleet_change.created",
  mcp: { hidden: "an agent changes one shop at a time, each with its own preview; a person rolls a change out to many" },
  async run(call, { body }) {
    const { organization, actor, scopes } = call;
    const { action, stop_on: stopOn } = body;
    const scope = scopeOf(action);
    if (!scopes.has(scope))
      return call.fail("insufficient_scope", `The action ${action.type} needs the scope ${scope}. Use a key that has it.`);
    if (actor.kind !== "key") return call.fail("insufficient_scope");
    if ((await countOpenChanges(organization)) >= OPEN_CHANGES_MAX) return call.fail("fleet_limit_reached");
    const wanted = await findTargets(call, body);
    const { kept, documents } = await renderAction(call, action, wanted);
    const shops = [...new Set(wanted.map(({ shopId }) => shopId))];
    const stages = stagesOf(shops.length, body.stages);
    const places = stageOfShops(stages);
    const targets: NewTarget[] = wanted.map((target) => ({
      ...target,
      stage: places[shops.indexOf(target.shopId)] ?? 1,
      document: documents?.get(target.feedId) ?? null,
    }));
    await deleteOldChanges(organization);
    const change = { key_id: actor.keyId, stages: [...stages], stop_on: [...new Set(stopOn)], action: kept, createdBy: actor };
    return { data: await readChange(call, await insertChange(organization, change, targets)) };
  },
});

interface Rendered {
  /** The action with the version of the template that it is about. */
  readonly kept: FleetAction;
  /** By feed, where each has its own document. */
  readonly documents: ReadonlyMap<number | null, string> | null;
}

/** A template with the values that the shops have now: what they become later is no part of the change. */
async function renderAction(call: Call, action: FleetAction, targets: readonly { readonly feedId: number | null }[]): Promise<Rendered> {
  if (action.type !== "apply_template") return { kept: action, documents: null };
  const fail = (message: string, details = [{ param: "/action/template_id", code: "invalid_param", message }]) =>
    call.fail("invalid_param", message, details);
  const template =
    (await renderForShops(call.organization, action.template_id, action.version)) ??
    fail(`There is no template ${action.template_id}${action.version === undefined ? "" : ` with a version ${action.version}`}.`);
  const shops = targets.map(({ feedId }) => template.shops.find((shop) => shop.feedId === feedId));
  const stranger = targets.find((_, at) => shops[at] === undefined);
  if (stranger !== undefined) return fail(`The template isn't meant for feed_${stranger.feedId}. Add it to the template's shops first.`);
  const meant = shops.flatMap((shop) => shop ?? []);
  const [missing, ...others] = missingFaults(meant);
  if (missing !== undefined) return call.fail("invalid_param", missing.message, [missing, ...others].slice(0, FAULTS_MAX));
  const documents = new Map(meant.map(({ feedId, document }) => [feedId, JSON.stringify(document)]));
  return { kept: { ...action, version: template.version }, documents };
}

type Call = OrganizationChange & Refuse<(typeof ERRORS)[number]>;

interface Wanted {
  readonly action: FleetAction;
  readonly shops: readonly z.output<typeof ChangedShop>[];
}

/** The feeds that are meant. All faults at once, because a person has chosen dozens of shops. */
async function findTargets(call: Call, { action, shops }: Wanted) {
  const connected = await listConnectedShops(
    call.organization,
    shops.map(({ shop_id: id }) => id),
  );
  const faults: (ErrorDetail & { readonly isUnconnected: boolean })[] = [];
  const seen = new Set<string>();
  const targets = shops.flatMap(({ shop_id: shopId, feed_id: feedId }, at) => {
    const fault = (member: string, message: string, isUnconnected = false): [] => {
      faults.push({
        param: `/shops/${at}/${member}`,
        code: isUnconnected ? "shop_not_connected" : "invalid_param",
        message,
        isUnconnected,
      });
      return [];
    };
    const shop = connected.find(({ shop_id: id }) => id === shopId);
    if (shop === undefined) return fault("shop_id", `The organization isn't connected to shop ${shopId}.`, true);
    if (isOfShop(action) && feedId !== undefined) return fault("feed_id", `${action.type} is about the shop. Leave feed_id out.`);
    const feed = isOfShop(action) ? null : (feedId ?? shop.primary_feed_id);
    if (feed !== null && !shop.feed_ids.includes(feed)) return fault("feed_id", `Shop ${shopId} has no feed_${feed}.`);
    const key = `${shopId} ${feed}`;
    if (seen.has(key)) return fault("shop_id", `Shop ${shopId} is listed twice with the same feed.`);
    seen.add(key);
    return [{ shopId, feedId: feed }];
  });
  const [first] = faults;
  if (first === undefined) return targets;
  const details = faults.slice(0, FAULTS_MAX).map(({ param, code, message }) => ({ param, code, message }));
  return call.fail(first.isUnconnected ? "shop_not_connected" : "invalid_param", first.message, details);
}

const FAULTS_MAX = 50;
