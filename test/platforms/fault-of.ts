import { PlatformFault } from "../../src/channels/platform-request.ts";

/** The fault that a verb ends with. */
export async function faultOf(asked: Promise<unknown>): Promise<PlatformFault> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof PlatformFault) return error;
    throw error;
  }
  throw new Error("the platform granted it");
}
