import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../features/operations.ts";
import { members } from "../../kernel/unsafe.ts";
import { toolsOf } from "./tools.ts";
import { askedToolsets, DEFAULT_TOOLS } from "./toolsets.ts";

const tools = toolsOf(OPERATIONS);
const ajv = new Ajv2020({ strict: false, allErrors: true });
const named = tools.map((tool) => [tool.name, tool] as const);

/** The whole default set has 40 KB; tools that don't exist yet need their part of it. */
const LIST_BYTES_MAX = 40_000;
const BYTES_OF_A_COMING_TOOL = 1_800;

describe("the list of tools", () => {
  test("leaves room for every tool of the default set", () => {
    const offered = tools.filter(({ name }) => DEFAULT_TOOLS.has(name)).map(({ definition }) => definition);
    const coming = [...DEFAULT_TOOLS].filter((name) => !tools.some((tool) => tool.name === name));
    expect(Buffer.byteLength(JSON.stringify({ tools: offered })) + coming.length * BYTES_OF_A_COMING_TOOL).toBeLessThan(LIST_BYTES_MAX);
  });

  test("is the same bytes whatever the order of operations", () => {
    const listed = (of: typeof tools) => JSON.stringify(of.map(({ definition }) => definition));
    expect(listed(toolsOf(OPERATIONS.toReversed()))).toBe(listed(tools));
  });

  test("has names that every client takes", () => {
    expect(tools.map(({ name }) => name).filter((name) => !/^[a-z][a-z_]{0,63}$/.test(name))).toEqual([]);
  });

  test("names only tools that exist, or that the default set will have", () => {
    const known = new Set([...tools.map(({ name }) => name), ...DEFAULT_TOOLS, "preview_token", "set_value"]);
    const verbs =
      /`((?:list|get|set|run|start|apply|preview|update|delete|assign|remove|restore|deactivate|activate|put|undo|publish|diff)_\w+)`/g;
    const said = tools.flatMap(({ definition }) => [...definition.description.matchAll(verbs)].map(([, name]) => String(name)));
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe.each(named)("%s", (_, { definition, forms }) => {
  test("says when to use it", () => {
    expect(definition.description.length).toBeGreaterThan(40);
    expect(definition.description.length).toBeLessThan(480);
  });

  test.each(["inputSchema", "outputSchema"] as const)("has an %s that is portable and valid", (which) => {
    const schema = definition[which];
    expect(JSON.stringify(schema)).not.toContain('"$');
    expect(schema["type"]).toBe("object");
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  test("lists its arguments, by the page where it lists something", () => {
    const { properties, required = [] } = definition.inputSchema;
    const names = Object.keys(members(properties));
    expect(names).toEqual(expect.arrayContaining(forms.flatMap(({ flat }) => [...flat.path.keys(), ...flat.query, ...flat.body])));
    expect(names).toEqual(expect.arrayContaining([...(Array.isArray(required) ? required : [])]));
    const { per_page: perPage = { default: 10 } } = members(properties);
    expect(perPage).toMatchObject({ default: 10 });
  });
});

test("a rule's argument names the members of every type", () => {
  const { inputSchema } = tools.find(({ name }) => name === "apply_rule")?.definition ?? {};
  const { rule, rule_id: id } = members(members(inputSchema)["properties"]);
  expect(id).toMatchObject({ type: "string" });
  expect(members(rule)).toMatchObject({
    properties: { type: { enum: expect.arrayContaining(["set_value", "exclude"]) }, text: {}, condition: {}, target: {}, value: {} },
    description: expect.stringContaining("replace(target, find, replace_with?, match?: text|word|whole|regex, case_sensitive?)"),
  });
});

test("toolsets are named in the address, and an unknown one is refused", () => {
  expect(askedToolsets("feeds, rules")).toEqual(new Set(["feeds", "rules"]));
  expect(askedToolsets("all").size).toBe(8);
  expect(() => askedToolsets("feeds,cats")).toThrow('There is no toolset "cats".');
});
