import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { confirmRemoval } from "./confirm-removal.ts";

/** What the person sees, and how it ends when they answer so. */
async function asked(isTTY: boolean, answer: (input: PassThrough) => unknown) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  answer(input);
  const ended = await confirmRemoval("hazel.example with 1 feed", { input, output }).then(
    () => "confirmed",
    (error: unknown) => String(error),
  );
  output.end();
  return { seen: await text(output), ended };
}

test.each(["yes\n", " YES \n"])("a person at the terminal is asked, and %j confirms", async (typed) => {
  expect(await asked(true, (input) => input.write(typed))).toEqual({
    seen: "Permanently remove hazel.example with 1 feed? Type yes to confirm: ",
    ended: "confirmed",
  });
});

test.each(["\n", "y\n", "no\n", "yes please\n"])("%j confirms nothing", async (typed) => {
  expect((await asked(true, (input) => input.write(typed))).ended).toMatch(/Nothing was removed\.$/);
});

test("ending the input confirms nothing, and keeps nobody waiting", async () => {
  expect((await asked(true, (input) => input.end())).ended).toMatch(/Nothing was removed\.$/);
});

test("where no person is at the terminal nobody is asked, and the refusal names --yes", async () => {
  const { seen, ended } = await asked(false, (input) => input.write("yes\n"));
  expect(seen).toBe("");
  expect(ended).toMatch(/This would permanently remove hazel\.example with 1 feed\. To do that, add --yes\.$/);
});
