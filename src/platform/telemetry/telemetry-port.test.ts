import { expect, test } from "vitest";
import { currentPlace, currentTraceparent, parseTraceparent, withinPlace } from "./telemetry-port.ts";

const PLACE = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", sampled: true };

test("a traceparent is read as it's written", () => {
  expect(currentTraceparent()).toBeNull();
  expect(withinPlace(PLACE, () => currentTraceparent())).toBe("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  for (const place of [PLACE, { ...PLACE, sampled: false }])
    expect(withinPlace(place, () => parseTraceparent(currentTraceparent()))).toEqual(place);
});

test("what goes on after a span has ended belongs to it no longer", async () => {
  let open = true;
  const later = withinPlace(
    PLACE,
    async () => {
      const before = currentPlace();
      await Promise.resolve();
      return [before, currentPlace()];
    },
    () => open,
  );
  open = false;
  expect(await later).toEqual([PLACE, undefined]);
});

test.each([
  undefined,
  null,
  "",
  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
  "00-00000000000000000000000000000000-b7ad6b7169203331-01",
  "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
  "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
  "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
])("what isn't a traceparent says nothing: %s", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});
