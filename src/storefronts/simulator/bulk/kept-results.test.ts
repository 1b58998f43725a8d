import { expect, test } from "vitest";
import { linesOf, PLENTY, startClient } from "../simulator-client.suite.ts";

const VARIANTS = "{ productVariants { edges { node { id sku } } } }";

test("a repeated query gets the lines of the first, even after that one has expired", async () => {
  await using client = await startClient({ products: 5, isStill: true, bucket: PLENTY });
  const first = await client.finished(VARIANTS);
  const lines = await linesOf(first);
  expect(lines).toHaveLength(Number(first.objectCount));
  // If the lines were written again, they'd show this change.
  client.simulator.control.deleteProduct(0);
  client.simulator.control.expireLinks();
  const second = await client.finished(`# asked again\n${VARIANTS}`);
  expect(second).toEqual({ ...first, query: second.query, id: second.id, url: second.url, completedAt: second.completedAt });
  expect(second.id).not.toBe(first.id);
  expect(await linesOf(second)).toEqual(lines);
});

test("another query gets lines of its own, and a failed result isn't handed out", async () => {
  await using client = await startClient({ products: 5, isStill: true, bucket: PLENTY });
  client.simulator.control.fail({ kind: "failed_with_partial_data" });
  expect(await client.finished(VARIANTS)).toMatchObject({ status: "FAILED" });
  const whole = await client.finished(VARIANTS);
  expect(whole).toMatchObject({ status: "COMPLETED" });
  expect(await linesOf(await client.finished("{ products { edges { node { id } } } }"))).toHaveLength(5);
  client.simulator.control.fail({ kind: "failed_timeout" });
  expect(await client.finished(VARIANTS)).toMatchObject({ status: "FAILED", url: null });
});

test("without it, each query reads the catalog as it is now", async () => {
  await using client = await startClient({ products: 5, bucket: PLENTY });
  const before = Number((await client.finished("{ products { edges { node { id } } } }")).objectCount);
  client.simulator.control.addProducts(1);
  expect(Number((await client.finished("{ products { edges { node { id } } } }")).objectCount)).toBe(before + 1);
});
