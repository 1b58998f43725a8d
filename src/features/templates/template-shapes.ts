import { z } from "zod";
import { formatId, idSchema, NumberId, storedId } from "../../kernel/ids.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { WrittenConfig } from "../config/index.ts";
import { ExpectedVersion } from "../feeds/index.ts";
import { namedActor } from "../keys/index.ts";
import { missingValues } from "./render-template.ts";
import { findTemplateVersion, listTemplateShops, listTemplateVersions, type TemplateRow } from "./template-queries.ts";

/** Documents, as large as a body of the API may be. */
const PLACEHOLDERS_MAX = 50;
const VALUE_CHARACTERS_MAX = 1_000;
const NAME_CHARACTERS_MAX = 100;
const VERSIONS_SHOWN = 20;

const Value = z.union([z.string().max(VALUE_CHARACTERS_MAX), z.number(), z.boolean()]);
export const TemplateValues = z
  .record(z.string().max(NAME_CHARACTERS_MAX), Value)
  .meta({ description: "Values of the shop, by the names of placeholders.", examples: [{ brand: "Harbour & Hazel" }] });
export const Placeholder = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, "must be lower-case letters, digits and _, as in brand_name")
    .meta({ examples: ["brand"] }),
  default: Value.optional().meta({ description: "Value of shops that have none of their own.", examples: ["Acme"] }),
});
const Placeholders = z
  .array(Placeholder)
  .max(PLACEHOLDERS_MAX)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "must not declare a name twice")
  .meta({ description: "Names that may appear in the document as `{{name}}`. Other braces stay as they are." });

export const TemplateBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_CHARACTERS_MAX)
    .meta({ examples: ["Fashion basics"] }),
  document: WrittenConfig,
  placeholders: Placeholders.default([]),
});

export const ReplaceQuery = z.strictObject({
  expected_version: z.optional(ExpectedVersion).meta({
    description:
      "`version` of the template when you last read it. If someone has replaced it since, nothing is changed, and the answer is 409 `version_conflict`.",
    examples: [7],
  }),
});

export const TemplatePath = z.strictObject({ template_id: NumberId });

const TEMPLATE_MEMBERS = {
  id: z.int(),
  object: z.literal("org_template"),
  name: z.string().meta({ examples: ["Fashion basics"] }),
  version: z.int().meta({ description: "Version of the document, from 1." }),
  feed_count: z.int().meta({ description: "Feeds the template is meant for." }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};
export const TemplateShape = z.strictObject(TEMPLATE_MEMBERS).meta({ id: "OrgTemplate" });

export function templateAnswer(row: TemplateRow, feeds: number): z.input<typeof TemplateShape> {
  return {
    id: row.id,
    object: "org_template",
    name: row.name,
    version: row.version,
    feed_count: feeds,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const TemplateDetailShape = z
  .strictObject({
    ...TEMPLATE_MEMBERS,
    document: WrittenConfig,
    placeholders: z.array(Placeholder),
    shops: z.array(
      z.strictObject({
        shop_id: z.int(),
        shop_name: z.string().meta({ examples: ["Harbour & Hazel"] }),
        feed_id: idSchema("feed", "Feed the template is meant for."),
        feed_name: z.string().meta({ examples: ["Primary feed"] }),
        values: TemplateValues,
        missing: z.array(z.string()).meta({ description: "Placeholders for which the shop has no value.", examples: [["brand"]] }),
      }),
    ),
    versions: z
      .array(
        z.strictObject({ version: z.int(), created_by: z.string().meta({ examples: ['API key "Agency"'] }), created_at: z.iso.datetime() }),
      )
      .meta({ description: "The last 20 versions, newest first." }),
  })
  .meta({ id: "OrgTemplateDetail" });
type TemplateDetailShape = z.input<typeof TemplateDetailShape>;

/** A template with everything about it, as it is now. */
export async function readTemplate(organization: OrganizationDb, row: TemplateRow): Promise<TemplateDetailShape> {
  const version = await findTemplateVersion(organization, row.id, row.version);
  const shops = await listTemplateShops(organization, row.id);
  const versions = await listTemplateVersions(organization, row.id, VERSIONS_SHOWN);
  const placeholders = z.array(Placeholder).parse(version?.placeholders ?? []);
  return {
    ...templateAnswer(row, shops.length),
    document: version?.document ?? {},
    placeholders,
    shops: shops.map((shop) => {
      const values = TemplateValues.parse(shop.values);
      return {
        shop_id: shop.shop_id,
        shop_name: shop.client_label ?? shop.name,
        feed_id: formatId("feed", storedId("feed", shop.feed_id)),
        feed_name: shop.display_name,
        values,
        missing: [...missingValues(placeholders, values)],
      };
    }),
    versions: versions.map(({ version: number, created_by: by, created_at: at }) => ({
      version: number,
      created_by: namedActor(by, organization.organizationId),
      created_at: at.toISOString(),
    })),
  };
}
