import { ObjectMissing } from "../../platform/objects/objects-port.ts";
import { isFileGone } from "../../platform/warehouse/warehouse-port.ts";
import { unavailable } from "./request-error.ts";

/** Reads; once more where files it had found were removed before it came to read them, because then it finds what took their place. */
export async function despiteRemovals<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (!isRemoved(thrown)) throw thrown;
  }
  return read().catch((thrown: unknown) => {
    throw isRemoved(thrown) ? unavailable(thrown, "The requested data is being replaced. Try again shortly.") : thrown;
  });
}

function isRemoved(thrown: unknown): boolean {
  return thrown instanceof ObjectMissing || isFileGone(thrown);
}
