import type { ApiAnswer, ApiRequest } from "../api/client.ts";

export type FeedTest = ApiAnswer<"tests.get">["tests"][number];
export type SentTest = ApiRequest<"tests.set">["body"]["tests"][number];

/** A test as its form holds it. */
export interface WrittenTest {
  readonly rowId: string;
  readonly name: string;
  readonly item: number;
  readonly place: "either" | "in" | "out";
  readonly reason: string;
  readonly values: readonly { readonly column: string; readonly value: string }[];
}

export const NEW_TEST: WrittenTest = {
  rowId: "",
  name: "",
  item: 1,
  place: "either",
  reason: "",
  values: [{ column: "title", value: "" }],
};

export function writtenTest(test: FeedTest): WrittenTest {
  return {
    rowId: test.row_id,
    name: test.name,
    item: test.item,
    place: test.excluded === undefined ? (test.excluded_reason === undefined ? "either" : "out") : test.excluded ? "out" : "in",
    reason: test.excluded_reason ?? "",
    values: Object.entries(test.expect).map(([column, value]) => ({ column, value })),
  };
}

/** As the API takes it. A row that must be left out has no values to look at. */
export function sentTest({ rowId, name, item, place, reason, values }: WrittenTest): SentTest {
  const expected = values.filter(({ column }) => column !== "").map(({ column, value }) => [column, value] as const);
  return {
    row_id: rowId,
    ...(name.trim() === "" ? {} : { name }),
    ...(item === 1 ? {} : { item }),
    ...(expected.length === 0 || place === "out" ? {} : { expect: Object.fromEntries(expected) }),
    ...(place === "either" ? {} : { excluded: place === "out" }),
    ...(place === "out" && reason !== "" ? { excluded_reason: reason } : {}),
  };
}

/** The same of a test that stays as it is. */
export function resentTest({ name, row_id, item, expect, excluded, excluded_reason }: FeedTest): SentTest {
  return {
    ...{ name, row_id, item, expect },
    ...(excluded === undefined ? {} : { excluded }),
    ...(excluded_reason === undefined ? {} : { excluded_reason }),
  };
}
