import { describe, expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import { asRequestError } from "./request-error.ts";

describe("what was thrown becomes an answer", () => {
  test.each(["storage_failed", "storage_unwritable"])(
    "an object store that can't be used (%s) is away for a while, and isn't named",
    (code) => {
      const thrown = new PlainError(code, "The object store s3://secret-bucket/ can't be used: there is no answer from http://10.0.0.7.");
      const answer = asRequestError(thrown);
      expect(answer).toMatchObject({ code: "unavailable", headers: { "retry-after": expect.any(String) }, cause: thrown });
      expect(answer.message).toBe("The stored files can't be reached at the moment. Try again shortly.");
    },
  );

  test("a full store says so", () => {
    expect(asRequestError(new PlainError("storage_full", "The bucket is full."))).toMatchObject({ code: "storage_full" });
  });

  test("anything unknown is our own fault", () => {
    expect(asRequestError(new TypeError("x is not a function"))).toMatchObject({ code: "internal_error" });
    expect(asRequestError(new PlainError("something_else", "…"))).toMatchObject({ code: "internal_error" });
  });
});
