import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import type { NotSupported } from "../../channels/platform-port.ts";
import type { PlatformSettings } from "../../channels/platform-request.ts";
import { ERRORS } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { Slug } from "../channel-connections/index.ts";

const Ability = z.strictObject({
  available: z.boolean(),
  instead: z
    .string()
    .nullable()
    .meta({ description: "What to do instead. Null if it's available.", examples: [null] }),
});
type Ability = z.input<typeof Ability>;

const JsonSchema = z.looseObject({});

export const ChannelOptionsShape = z
  .strictObject({
    object: z.literal("channel_options"),
    slug: Slug,
    settings: JsonSchema.meta({
      description: "JSON Schema of the settings of an assignment, each with its description and default.",
      examples: [{ type: "object", properties: { format: { type: "string", enum: ["tsv", "rss"], default: "tsv" } } }],
    }),
    sign_in: Ability.meta({ description: "Whether a shop can connect by signing in at the platform." }),
    credentials: z.strictObject({
      ...Ability.shape,
      schema: JsonSchema.nullable().meta({
        description: "JSON Schema of `credentials`. Null if the platform takes none.",
        examples: [null],
      }),
    }),
    accounts: Ability.meta({ description: "Whether the platform lists the accounts to choose from." }),
    datafeeds: Ability.meta({ description: "Whether a file can be registered through the platform's API." }),
    datafeed_status: Ability.meta({ description: "Whether the platform says what it found in a registered file." }),
    fetch: Ability.meta({ description: "Whether the platform can be asked to read a registered file now." }),
    sync: Ability.meta({ description: "Whether the platform can be asked for a sync, or is sent rows." }),
    items: Ability.meta({ description: "Whether the platform lists its items with their issues." }),
  })
  .meta({ id: "ChannelOptions" });

/** What a channel's pack and this installation's application at its platform allow. */
export function channelOptions(pack: ChannelPack, settings: PlatformSettings | undefined): z.input<typeof ChannelOptionsShape> {
  const { platform } = pack;
  const { credentials } = platform.connecting;
  return {
    object: "channel_options",
    slug: pack.slug,
    settings: schemaOf(pack.settings),
    sign_in: signInOf(pack, settings),
    credentials: { ...abilityOf(credentials), schema: "instead" in credentials ? null : schemaOf(credentials) },
    accounts: abilityOf(platform.accounts),
    datafeeds: abilityOf(platform.createDatafeed),
    datafeed_status: abilityOf(platform.latestProcessing),
    fetch: abilityOf(platform.fetchNow),
    sync: abilityOf(platform.mode === "push" ? platform.push : platform.fetchNow),
    items: abilityOf(platform.itemStatuses),
  };
}

const AVAILABLE: Ability = { available: true, instead: null };

function abilityOf(verb: object | NotSupported): Ability {
  return "instead" in verb ? { available: false, instead: String(verb.instead) } : AVAILABLE;
}

function signInOf({ platform: { connecting } }: ChannelPack, settings: PlatformSettings | undefined): Ability {
  const ability = abilityOf(connecting.authorize);
  const hasApplication = (settings?.clientId ?? null) !== null && (settings?.clientSecret ?? null) !== null;
  return ability.available && !hasApplication ? { available: false, instead: ERRORS.channel_not_configured.sentence } : ability;
}

function schemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...described } = members(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return described;
}
