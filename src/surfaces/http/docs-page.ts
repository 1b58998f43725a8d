import { type ErrorCode, ERRORS } from "../../kernel/errors.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { curlExample } from "./docs-page-curl.ts";
import { layout } from "./docs-page-layout.ts";
import { html, inline, joined, type Markup, prose } from "./docs-page-markup.ts";
import { type Member, membersOf, membersTable, typeOf } from "./docs-page-members.ts";
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiWebhook, Reference } from "./openapi-document.ts";

/** The reference for people, made from the document for programs, so that they cannot differ. */

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

export function docsPage(document: OpenApiDocument, publicUrl: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const content = html` ${prose(document.info.description)}
    <p>
      The same for programs: <a href="${publicUrl}/v1/openapi.json">OpenAPI 3.1</a>. What can go wrong:
      <a href="${publicUrl}/docs/errors">errors</a>.
    </p>
    ${groups.map(
      (group) =>
        html`<section>
          <h2 id="${group.name}">${group.name}</h2>
          ${prose(group.description)}${group.operations.map((described) => operationArticle(document, described, publicUrl))}
        </section>`,
    )}
    ${eventsSection(document)}${schemasSection(document)}`;
  return layout({ title: `${document.info.title} API`, navigation: navigation(groups, eventsOf(document), publicUrl), content });
}

export function errorsPage(publicUrl: string): string {
  const content = html` <p>
      Every error is answered as <code>{"error": {…}}</code>: a <code>code</code> for programs, a <code>message</code> for people, and one
      entry in <code>details</code> for each member at fault. Ask us about a request by its <code>request_id</code>.
    </p>
    ${entriesOf(ERRORS).map(
      ([code, { status, retryable, sentence }]) =>
        html`<section>
          <h3 id="${code}"><code>${code}</code></h3>
          <p>${inline(sentence)}</p>
          <p><small>Status ${status}. ${retryable ? "The same request may succeed later." : "The same request will fail again."}</small></p>
        </section>`,
    )}`;
  const codes = html`<ul>
    <li><a href="${publicUrl}/docs">Reference</a></li>
    <li>
      <a href="#">Errors</a>
      <ul>
        ${entriesOf(ERRORS).map(([code]) => html`<li><a href="#${code}">${code}</a></li>`)}
      </ul>
    </li>
  </ul>`;
  return layout({ title: "Errors", navigation: codes, content });
}

function navigation(
  groups: readonly { readonly name: string; readonly operations: readonly Described[] }[],
  events: readonly OpenApiWebhook[],
  publicUrl: string,
): Markup {
  const items = groups.map(
    ({ name, operations }) =>
      html`<li>
        <a href="#${name}">${name}</a>
        <ul>
          ${operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
        </ul>
      </li>`,
  );
  return html`<ul>
    ${items}
    <li>
      <a href="#events">Events</a>
      <ul>
        ${events.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
      </ul>
    </li>
    <li><a href="#schemas">Schemas</a></li>
    <li><a href="${publicUrl}/docs/errors">Errors</a></li>
  </ul>`;
}

function operationArticle(document: OpenApiDocument, { path, method, operation }: Described, publicUrl: string): Markup {
  const parameters = operation.parameters.map((parameter) => resolvedParameter(document, parameter));
  const command = curlExample({
    url: `${publicUrl}/v1${path}`,
    method,
    parameters,
    body: operation.requestBody,
  });
  return html`<article>
    <h3 id="${operation.operationId}">${operation.summary}</h3>
    <p><code class="method">${method.toUpperCase()}</code> <code class="route">/v1${path}</code></p>
    <p>
      <small
        >Scope <code>${operation["x-feedwright-scope"]}</code>, with a key of kind
        ${operation["x-feedwright-key-kinds"].join(" or ")}</small
      >
    </p>
    ${prose(operation.description ?? "")}
    <pre><code>${command}</code></pre>
    ${
      parameters.length === 0
        ? html``
        : html`<h4>Parameters</h4>
            ${membersTable(parameters.map(parameterMember))}`
    }
    ${bodyOf(operation)} ${answerOf(operation)}
    <h4>Errors</h4>
    <p>
      ${joined(
        operation["x-feedwright-codes"].map((code) => errorLink(code, publicUrl)),
        ", ",
      )}
    </p>
  </article> `;
}

function resolvedParameter({ components }: OpenApiDocument, parameter: OpenApiParameter | Reference): OpenApiParameter {
  if ("name" in parameter) return parameter;
  const found = components.parameters[parameter.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`the document refers to ${parameter.$ref}, which it does not hold`);
  return found;
}

function parameterMember({ name, required, description, schema, in: place }: OpenApiParameter): Member {
  const where = place === "query" ? "" : `In the ${place}. `;
  return { name, required, schema: { ...schema, description: where + description } };
}

function bodyOf({ requestBody }: OpenApiOperation): Markup {
  if (requestBody === undefined) return html``;
  const { schema } = requestBody.content["application/json"];
  const members = membersOf(schema);
  return html`<h4>Body${requestBody.required ? "" : ", optional"}</h4>
    ${members.length === 0 ? html`<p>${typeOf(schema)}</p>` : membersTable(members)}`;
}

function answerOf({ responses }: OpenApiOperation): Markup {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  if (status === undefined || answer === undefined || "$ref" in answer) return html``;
  const schema = answer.content?.["application/json"].schema;
  return html`<h4>Answer: ${status} ${answer.description}</h4>
    ${schema === undefined ? html`<p>No content.</p>` : membersTable(membersOf(schema))}`;
}

function errorLink(code: ErrorCode, publicUrl: string): Markup {
  return html`<a href="${publicUrl}/docs/errors#${code}"><code>${code}</code></a> <small>${ERRORS[code].status}</small>`;
}

function eventsOf({ webhooks = {} }: OpenApiDocument): readonly OpenApiWebhook[] {
  return Object.values(webhooks).map(({ post }) => post);
}

function eventsSection(document: OpenApiDocument): Markup {
  const events = Object.entries(document.webhooks ?? {});
  const headers = events[0]?.[1].post.parameters ?? [];
  return html`<section>
    <h2 id="events">Events</h2>
    <p>What is sent to the URL of each webhook that listens to the event, as a <code>POST</code> with these headers:</p>
    ${membersTable(headers.map(parameterMember))}${events.map(([name, { post }]) => eventArticle(document, name, post))}
  </section>`;
}

function eventArticle(document: OpenApiDocument, name: string, { operationId, summary, requestBody }: OpenApiWebhook): Markup {
  const { schema, example } = requestBody.content["application/json"];
  return html`<article>
    <h3 id="${operationId}">${summary}</h3>
    <p><code class="method">EVENT</code> <code class="route">${name}</code></p>
    ${membersTable(membersOf(resolvedSchema(document, schema)))}
    <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
  </article>`;
}

function resolvedSchema({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
  return components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
}

function schemasSection({ components }: OpenApiDocument): Markup {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article>
        <h3 id="schema-${name}">${name}</h3>
        ${membersTable(membersOf(schema))}
      </article>`,
  );
  return html`<section>
    <h2 id="schemas">Schemas</h2>
    ${schemas}
  </section>`;
}
