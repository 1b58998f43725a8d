import { expect } from "vitest";

/** What the values of members look like, whichever they are. */
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const TEXT = expect.any(String);
export const COUNT = expect.any(Number);
export const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[1-9][0-9]*$`));
export const orNull = (type: "string" | "number") => expect.toSatisfy((value: unknown) => value === null || typeof value === type);
