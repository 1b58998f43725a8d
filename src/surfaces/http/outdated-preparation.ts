import { PreparationOutdated } from "../../kernel/operation.ts";
import { unavailable } from "./request-error.ts";

/** Of one request. Each needs somebody who changed what it goes by within the moment between its preparation and its transaction. */
const PREPARATIONS_MAX = 5;

/** Prepares and works; anew where what was prepared turned out to be of yesterday. */
export async function despiteOutdating<T>(work: () => Promise<T>): Promise<T> {
  for (let preparation = 1; ; preparation += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof PreparationOutdated)) throw thrown;
      if (preparation === PREPARATIONS_MAX)
        throw unavailable(thrown, "The data this request depends on keeps changing. Try again shortly.");
    }
  }
}
