import { createInterface } from "node:readline/promises";
import { PlainError } from "../kernel/errors.ts";

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks the person at the terminal, and throws unless they type `yes`. Without a person nobody can answer, so it throws at once. */
export async function confirmRemoval(removed: string, { input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true) throw new PlainError("not_confirmed", `This would permanently remove ${removed}. To do that, add --yes.`);
  const answer = await ask(`Permanently remove ${removed}? Type yes to confirm: `, { input, output });
  if (answer.trim().toLowerCase() !== "yes") throw new PlainError("not_confirmed", "Nothing was removed.");
}

/** Empty where the person ends the input instead (Ctrl-D, Ctrl-C): Node's own promise would then never settle. */
async function ask(question: string, terminal: Terminal): Promise<string> {
  const asking = createInterface(terminal);
  try {
    return await Promise.race([asking.question(question), new Promise<string>((resolve) => asking.once("close", () => resolve("")))]);
  } finally {
    asking.close();
  }
}
