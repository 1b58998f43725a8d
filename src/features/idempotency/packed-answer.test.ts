import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { packAnswer, unpackAnswer, unpackText } from "./packed-answer.ts";

const answer = (body: string | null) => ({ status: 200, headers: { "content-type": "application/json" }, body });
const list = JSON.stringify({
  data: Array.from({ length: 2_000 }, (_, at) => ({ id: `prod_${at}`, title: `Grün ${at}`, excluded: false })),
});

test.each([
  ["none", null],
  ["a short one", `{"data":"é"}`],
  ["a long one", list],
])("a body comes back to the byte: %s", async (_, body) => {
  expect(await unpackAnswer(await packAnswer(answer(body)))).toEqual(answer(body));
});

test("a long answer takes less than a sixth of its size", async () => {
  expect((await packAnswer(answer(list))).length).toBeLessThan(list.length / 6);
});

test("an answer that an earlier version stored, packed or not, is still read", async () => {
  const text = JSON.stringify(answer(list));
  expect(await unpackText(text)).toEqual(answer(list));
  expect(await unpackText(deflateRawSync(text).toString("base64"))).toEqual(answer(list));
});
