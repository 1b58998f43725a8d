import { PlatformFault } from "../../src/channels/platform-request.ts";

/** What a verb that must fail throws. */
export async function faultOf(work: Promise<unknown>): Promise<PlatformFault> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PlatformFault) return error;
  throw new Error(`not a PlatformFault: ${String(error)}`);
}
