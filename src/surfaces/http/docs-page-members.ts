import { html, inline, joined, type Markup } from "./docs-page-markup.ts";
import type { JsonSchema } from "./openapi-document.ts";

/** A schema as people read it: one line per member, members of members by their dotted name, named schemas as links. */

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export function membersTable(members: readonly Member[]): Markup {
  const rows = members.map(
    ({ name, required, schema }) =>
      html`<tr>
        <td><code>${name}</code>${required ? html`` : html` <small>optional</small>`}</td>
        <td>${typeOf(schema)}</td>
        <td>${inline(schema.description ?? "")}${bounds(schema)}</td>
      </tr>`,
  );
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** The members of an object, and below each those of its unnamed objects. */
export function membersOf(schema: JsonSchema, parent = ""): readonly Member[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, value]) => {
    const member = schemaOf(value);
    const path = parent + name;
    return [{ name: path, required: required.includes(name), schema: member }, ...membersBelow(member, path)];
  });
}

function membersBelow(schema: JsonSchema, path: string): readonly Member[] {
  const item = schemaOf(schema.items);
  return [
    ...membersOf(schema, `${path}.`),
    ...membersOf(item, `${path}[].`),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => membersBelow(choice, path)),
  ];
}

/** JSON Schema allows `true` for a schema and a list of them for items; either says nothing about members. */
function schemaOf(value: JsonSchema["items"] | JsonSchema["not"]): JsonSchema {
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

export function typeOf(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return joined(schema.enum.map(literal), " or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(choices.map(typeOf), " or ");
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? html`anything`
    : joined(
        types.map((type) => plainType(type, schema)),
        " or ",
      );
}

function plainType(type: string, schema: JsonSchema): Markup {
  if (type === "array") return html`list of ${typeOf(schemaOf(schema.items))}`;
  if (type === "object" && schema.properties === undefined) return html`map to ${typeOf(schemaOf(schema.additionalProperties))}`;
  if (type === "string" && schema.format !== undefined) return html`${FORMATS[schema.format] ?? schema.format}`;
  return html`${type}`;
}

const FORMATS: Readonly<Record<string, string>> = { "date-time": "time", uri: "URL" };

function schemaLink(reference: string): Markup {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return html`<a href="#schema-${name}">${name}</a>`;
}

function literal(value: unknown): Markup {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** What a value must keep to, behind its description. */
function bounds(schema: JsonSchema): Markup {
  const { minimum, maximum, minLength, maxLength, pattern, default: fallback } = schema;
  const sentences = [
    ...between(minimum, maximum, ""),
    ...between(minLength, maxLength, " characters"),
    ...(pattern === undefined ? [] : [html`matches <code>${pattern}</code>`]),
    ...(fallback === undefined ? [] : [html`by default ${literal(fallback)}`]),
  ];
  return sentences.length === 0 ? html`` : html` <small>${joined(sentences, ", ")}</small>`;
}

function between(least: number | undefined, most: number | undefined, unit: string): readonly Markup[] {
  if (least !== undefined && most !== undefined) return [html`${least} to ${most}${unit}`];
  if (least !== undefined) return [html`at least ${least}${unit}`];
  return most === undefined ? [] : [html`at most ${most}${unit}`];
}
