import { describe, expect, test } from "vitest";
import { EVENT_DEFINITIONS } from "../../features/event-definitions.ts";
import { envelopeOf, EVENTS } from "../../features/events/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { keysOf, members } from "../../kernel/unsafe.ts";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument(OPERATIONS, "https://feeds.example", Object.values(EVENT_DEFINITIONS));
const { webhooks = {} } = document;

describe("the document's webhooks", () => {
  test("are the events there are, in their order", () => {
    expect(Object.keys(webhooks)).toEqual(keysOf(EVENTS));
  });

  test.each(Object.values(EVENT_DEFINITIONS).map((event) => [event.name, event] as const))(
    "show a body of %s as it is sent",
    (name, event) => {
      const example = webhooks[name]?.post.requestBody.content["application/json"].example;
      expect(envelopeOf(event).parse(example)).toMatchObject({ event: name });
      expect(JSON.stringify(example)).not.toContain(':"text"');
    },
  );

  test("are named as no operation is, and stand below a tag of the document", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = [...operations, ...Object.values(webhooks).map(({ post }) => post)].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.tags.map(({ name }) => name)).toContain("webhooks");
  });

  test("refer to nothing that the document does not hold", () => {
    const references = [...JSON.stringify(webhooks).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "");
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((name) => members(document.components.schemas)[name] === undefined)).toEqual([]);
  });

  test("are left out where no event is given", () => {
    expect(openApiDocument(OPERATIONS, "https://feeds.example")).not.toHaveProperty("webhooks");
  });
});
