import { call } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { sendChange } from "../api/send-change.ts";

const POLL_MS = 500;
const RUN_MS_MAX = 60_000;

/** Starts a run after a change; `after` identifies the change. A run under way may have read the feed before the change, so it's waited for. */
export async function runFeed(id: string, after: unknown): Promise<void> {
  for (let waited = 0; waited < RUN_MS_MAX; waited += POLL_MS) {
    const { status } = await call("runs.latest", { path: { id } });
    if (status !== "running") break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    await sendChange("feeds.regenerate", { path: { id } }, { of: after });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 409) throw thrown;
  }
}
