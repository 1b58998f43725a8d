import { OPERATIONS } from "../features/operations.ts";
import { members } from "../kernel/unsafe.ts";
import { PROMPTS } from "../surfaces/mcp/prompts.ts";
import { RESOURCE_KINDS } from "../surfaces/mcp/resources.ts";
import { type Tool, toolsOf } from "../surfaces/mcp/tools.ts";
import { DEFAULT_TOOLS, TOOLSETS } from "../surfaces/mcp/toolsets.ts";
import { page, row } from "./page-text.ts";

/** `docs/reference/mcp-tools.md`: what agents may use at `POST /v1/mcp`. */
export function mcpToolsPage(): string {
  const tools = toolsOf(OPERATIONS);
  const isDefault = ({ name }: Tool): boolean => DEFAULT_TOOLS.has(name);
  return page("Tools for agents", [
    "The tools are served at `POST /v1/mcp` (Model Context Protocol, Streamable HTTP), with the same keys as the API. An agent gets the tools of the default set",
    "that its key's scopes allow. `?toolsets=feeds,rules` adds sets, and `?toolsets=all` adds every set. A tool that changes something takes two calls. The first, with",
    "`preview: true`, shows the change and returns a `preview_token`. The second, with the same arguments and that token, makes the change.",
    "",
    ...toolTable("The default set", tools.filter(isDefault)),
    ...TOOLSETS.flatMap((toolset) =>
      toolTable(
        `Toolset \`${toolset}\``,
        tools.filter((tool) => tool.toolset === toolset && !isDefault(tool)),
      ),
    ),
    "## Resources",
    "",
    row("URI", "contents", "tool that reads it"),
    row("---", "---", "---"),
    ...RESOURCE_KINDS.map(({ uri, description, tool }) => row(`\`${uri}\``, description, `\`${tool}\``)),
    "",
    "## Prompts",
    "",
    row("prompt", "what it does", "arguments"),
    row("---", "---", "---"),
    ...PROMPTS.map(({ name, description, arguments: taken }) =>
      row(`\`${name}\``, description, taken.map((one) => argument(one.name, one.required)).join(", ")),
    ),
    "",
  ]);
}

function toolTable(title: string, tools: readonly Tool[]): readonly string[] {
  if (tools.length === 0) return [];
  return [
    `## ${title}`,
    "",
    row("tool", "what it does", "arguments", "scope", "effect"),
    row("---", "---", "---", "---", "---"),
    ...tools.map(toolRow),
    "",
  ];
}

function toolRow({ name, definition, forms }: Tool): string {
  const { properties, required } = definition.inputSchema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const own = Object.keys(members(properties)).filter((argumentName) => argumentName !== "preview" && argumentName !== "preview_token");
  const scopes = [...new Set(forms.map(({ operation }) => `\`${operation.scope}\``))];
  return row(
    `\`${name}\``,
    definition.description.replaceAll("|", "\\|"),
    own.map((argumentName) => argument(argumentName, needed.includes(argumentName))).join(", "),
    scopes.join(", "),
    definition.annotations["readOnlyHint"] === true ? "reads" : "changes",
  );
}

function argument(name: string, isRequired: boolean): string {
  return isRequired ? `\`${name}\`` : `\`${name}\`?`;
}
