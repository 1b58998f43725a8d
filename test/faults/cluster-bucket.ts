import { fileURLToPath } from "node:url";
import { keepRunning } from "../harness/kept-process.ts";
import { freePort } from "../harness/service-process.ts";
import { STAND_IN_CREDENTIALS, STAND_IN_REGION } from "../object-store/start-stand-in.ts";

/** The stand-in for an S3-compatible store as a process, which is started again whatever ends it. Its objects outlive it. */
export interface ClusterBucket extends AsyncDisposable {
  readonly port: number;
  /** Settings of a node that reaches it at this port. */
  env(port: number): Readonly<Record<string, string>>;
  kill(): void;
  starts(): number;
  /** What it does wrong from now on: rates from 0 to 1. */
  fail(rates: Readonly<Record<string, number>>): Promise<void>;
}

const SERVE = fileURLToPath(new URL("../object-store/serve.ts", import.meta.url));
const BUCKET = "feeds";
const ASK_TIMEOUT_MS = 5_000;

export async function startBucket(root: string, hear: (text: string) => void): Promise<ClusterBucket> {
  const port = await freePort();
  const kept = keepRunning({ args: [SERVE, "--port", String(port), "--root", root, "--bucket", BUCKET], env: {}, hear });
  return {
    port,
    kill: () => kept.kill(),
    starts: () => kept.starts(),
    env: (reached) => ({
      STORAGE_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: `http://127.0.0.1:${reached}`,
      S3_REGION: STAND_IN_REGION,
      S3_PATH_STYLE: "1",
      S3_ACCESS_KEY_ID: STAND_IN_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: STAND_IN_CREDENTIALS.secretAccessKey,
    }),
    async fail(rates) {
      // A process that was killed starts without faults.
      await fetch(`http://127.0.0.1:${port}/-/faults`, {
        method: "POST",
        body: JSON.stringify(rates),
        signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
      }).catch(() => undefined);
    },
    [Symbol.asyncDispose]: () => kept.end(),
  };
}
