import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf, listOf } from "../../kernel/page.ts";
import { refuseOvertaken } from "../feeds/index.ts";
import { type OrganizationChange, organizationRead, organizationWrite } from "../operation.ts";
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  insertTemplateVersion,
  listTemplates,
  lockTemplate,
  nextTemplateVersion,
} from "./template-queries.ts";
import {
  readTemplate,
  ReplaceQuery,
  templateAnswer,
  TemplateBody,
  TemplateDetailShape,
  TemplatePath,
  TemplateShape,
} from "./template-shapes.ts";

/** More than an agency tells apart. */
const TEMPLATES_MAX = 200;
const HIDDEN = { hidden: "people write templates for many shops" } as const;
const output = dataOf(TemplateDetailShape);
export const lockedTemplate = async (
  call: OrganizationChange & Refuse<"resource_not_found">,
  { template_id: id }: z.output<typeof TemplatePath>,
) => (await lockTemplate(call.organization, id)) ?? call.fail("resource_not_found");

export const listOrgTemplates = organizationRead({
  name: "templates.list",
  title: "List templates",
  summary: "Lists the organization's templates by name.",
  scope: "read_org",
  http: { method: "GET", path: "/org/templates", status: 200 },
  output: listOf(TemplateShape),
  errors: [],
  mcp: HIDDEN,
  run: async ({ organization }) => ({
    data: (await listTemplates(organization)).map(({ feed_count: feeds, ...row }) => templateAnswer(row, feeds)),
  }),
});

export const getOrgTemplate = organizationRead({
  name: "templates.get",
  title: "Get a template",
  summary: "Shows a template: its document, its placeholders, and the values of each shop.",
  scope: "read_org",
  http: { method: "GET", path: "/org/templates/{template_id}", status: 200 },
  path: TemplatePath,
  output,
  errors: ["resource_not_found"],
  mcp: HIDDEN,
  run: async (call, { path }) => {
    const row = (await findTemplate(call.organization, path.template_id)) ?? call.fail("resource_not_found");
    return { data: await readTemplate(call.organization, row) };
  },
});

export const createOrgTemplate = organizationWrite({
  name: "templates.create",
  title: "Create a template",
  summary: "Creates a template: a configuration document for many shops, with placeholders for what differs.",
  description:
    "The document is what `PUT /feeds/{id}/config` takes: start from a feed's `GET /feeds/{id}/config` and keep the sections that should be alike. `{{name}}` is replaced by the shop's value of a declared placeholder. If a string is only a placeholder, the value takes its place with its own type. Set the shops and their values next, then apply the template with a change of many shops.",
  scope: "write_org",
  http: { method: "POST", path: "/org/templates", status: 201 },
  body: TemplateBody,
  output,
  errors: ["template_exists", "template_limit_reached"],
  audit: "org_template.created",
  mcp: HIDDEN,
  async run(call, { body: { name, document, placeholders } }) {
    const { organization, actor } = call;
    if ((await countTemplates(organization)) >= TEMPLATES_MAX) return call.fail("template_limit_reached");
    const row = (await insertTemplate(organization, name)) ?? call.fail("template_exists");
    await insertTemplateVersion(organization, row, { document, placeholders, createdBy: actor });
    return { data: await readTemplate(organization, row) };
  },
});

export const replaceOrgTemplate = organizationWrite({
  name: "templates.replace",
  title: "Replace a template",
  summary: "Replaces a template's name, document and placeholders. Each time makes a version.",
  description: "Feeds don't change by it. They differ from the template from then on, which `drift` shows, until it is applied again.",
  scope: "write_org",
  http: { method: "PUT", path: "/org/templates/{template_id}", status: 200 },
  path: TemplatePath,
  query: ReplaceQuery,
  body: TemplateBody,
  output,
  errors: ["resource_not_found", "version_conflict", "template_exists"],
  audit: "org_template.replaced",
  mcp: HIDDEN,
  target: lockedTemplate,
  before: ({ name, version }) => ({ name, version }),
  async run(call, { query: { expected_version: expected }, body: { name, document, placeholders }, target: { id, version } }) {
    const { organization, actor } = call;
    if (expected !== undefined && expected !== version) refuseOvertaken(call, "template", { version, expected });
    const row = (await nextTemplateVersion(organization, id, name)) ?? call.fail("template_exists");
    await insertTemplateVersion(organization, row, { document, placeholders, createdBy: actor });
    return { data: await readTemplate(organization, row) };
  },
});

export const removeOrgTemplate = organizationWrite({
  name: "templates.remove",
  title: "Remove a template",
  summary: "Removes a template. Feeds it was applied to stay as they are.",
  scope: "write_org",
  http: { method: "DELETE", path: "/org/templates/{template_id}", status: 204 },
  path: TemplatePath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "org_template.removed",
  mcp: HIDDEN,
  target: lockedTemplate,
  before: ({ name, version }) => ({ name, version }),
  async run({ organization }, { target: { id } }) {
    await deleteTemplate(organization, id);
    return undefined;
  },
});
