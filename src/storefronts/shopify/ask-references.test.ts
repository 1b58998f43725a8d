import { expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import type { AdminClient } from "./admin-client.ts";
import { askReferences, type References } from "./ask-references.ts";
import { accessDenied } from "./admin-faults.ts";
import { createRepairs } from "./repairs.ts";

const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** Answers by the ids asked for, and remembers them. */
function shopWith(nodeOf: (id: string) => object | null) {
  const asked: (readonly string[])[] = [];
  const client: AdminClient = {
    servedVersion: () => null,
    async ask(_document, { ids }, data) {
      const wanted = Array.isArray(ids) ? ids.map(String) : [];
      asked.push(wanted);
      return data.parse({ nodes: wanted.map(nodeOf) });
    },
  };
  return { client, asked };
}
const named = async (client: AdminClient, references: References) => {
  const repairs = createRepairs();
  const names = await askReferences(client, references, repairs);
  return { names, warnings: repairs.warnings() };
};

test("objects are asked for 200 at a time, and every kind says what it is called", async () => {
  const ids = Array.from({ length: 600 }, (_, at) => gid("Metaobject", at));
  const { client, asked } = shopWith((id) => ({ id, displayName: `Value ${id.split("/").at(-1)}` }));
  const { names } = await named(client, new Map([["metaobjects", ids]]));
  expect(asked.map(({ length }) => length)).toEqual([200, 200, 200]);
  expect(names.get(gid("Metaobject", 599))).toBe("Value 599");
  const nodes = [
    { title: "Chair" },
    { displayName: "Chair - Oak" },
    { name: "Striped" },
    { image: { url: "https://cdn.example/a.png" } },
    { url: "https://cdn.example/a.pdf" },
    { originalSource: { url: "https://cdn.example/a.mp4" } },
  ];
  const various = shopWith((id) => ({ id, ...nodes[Number(id.split("/").at(-1))] }));
  const every = await named(various.client, new Map([["catalog", nodes.map((_, at) => gid("Product", at))]]));
  expect([...every.names.values()]).toEqual([
    ...["Chair", "Chair - Oak", "Striped"],
    ...["https://cdn.example/a.png", "https://cdn.example/a.pdf", "https://cdn.example/a.mp4"],
  ]);
});

test("what is gone, has no name or is no text has none, and what no file may hold is taken out", async () => {
  const nodes = [null, {}, { displayName: "" }, { displayName: 7 }, { image: null }, { displayName: "Half \ud83d and \u0000nul" }];
  const { client } = shopWith((id) => nodes[Number(id.split("/").at(-1))] ?? null);
  const { names } = await named(client, new Map([["metaobjects", nodes.map((_, at) => gid("Metaobject", at))]]));
  expect([...names]).toEqual([[gid("Metaobject", 5), "Half \ufffd and nul"]]);
});

test("what Shopify denies is left out with a warning, and the other kinds come; any other fault ends it", async () => {
  const failing = (error: Error): AdminClient => ({
    servedVersion: () => null,
    async ask(document, { ids }, data) {
      if (document.includes("Metaobject")) throw error;
      return data.parse({ nodes: [ids].flat().map((id) => ({ id, title: "Chair" })) });
    },
  });
  const references: References = new Map([
    ["metaobjects", [gid("Metaobject", 1)]],
    ["catalog", [gid("Product", 1)]],
  ]);
  const { names, warnings } = await named(failing(accessDenied("shop.example", "Access denied")), references);
  expect([...names.values()]).toEqual(["Chair"]);
  expect(warnings).toMatchObject([{ code: "references_unreadable", message: expect.stringContaining("Access denied") }]);
  await expect(named(failing(new PlainError("shopify_unavailable", "down")), references)).rejects.toMatchObject({
    code: "shopify_unavailable",
  });
});
