import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { credentialsOption } from "./credential-option.ts";

function terminal(isTTY: boolean, typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(typed);
  return { input, output: new PassThrough() };
}

test("a credential is a name and a value, which may have = in it", async () => {
  const given = terminal(false, "");
  expect(await credentialsOption(["access_token=a=b==", "region= eu "], given)).toEqual({ access_token: "a=b==", region: "eu" });
});

test("secrets come from standard input, a line each, in the order they are named", async () => {
  const given = terminal(false, "first\r\nsecond\n");
  const written = ["refresh_token=-", "region=eu", "secret=-"];
  expect(await credentialsOption(written, given)).toEqual({ refresh_token: "first", region: "eu", secret: "second" });
});

test("a person at the terminal is asked by name, and what they type isn't shown", async () => {
  const given = terminal(true, "hidden\n");
  expect(await credentialsOption(["access_token=-"], given)).toEqual({ access_token: "hidden" });
  given.output.end();
  expect(await text(given.output)).toBe("access_token: \n");
});

test.each([true, false])("nothing given is said, and keeps nobody waiting (terminal: %s)", async (isTTY) => {
  await expect(credentialsOption(["access_token=-"], terminal(isTTY, ""))).rejects.toThrow("Nothing was given for access_token.");
});

test.each(["whole-secret", "=whole-secret", "whole-secret="])("%j is refused with an example, and isn't repeated", async (one) => {
  const said = await credentialsOption([one], terminal(false, "")).catch(String);
  expect(said).toContain("--credential access_token=-");
  expect(said).not.toContain("whole-secret");
});
