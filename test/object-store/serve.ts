import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startStandIn, STAND_IN_CREDENTIALS, STAND_IN_REGION } from "./start-stand-in.ts";

/**
 * `node test/object-store/serve.ts --port 9000 --latency-ms 5`: an S3-compatible store on this machine until a signal. Rates of faults are
 * from 0 to 1; they can be changed while it runs: `curl -d '{"slowDown": 0.1, "latencyMs": 5}' http://127.0.0.1:9000/-/faults`.
 */
const rate = { type: "string", default: "0" } as const;
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "9000" },
    root: { type: "string", default: join(tmpdir(), "feedwright-object-store") },
    bucket: { type: "string", multiple: true, default: ["feeds"] },
    "access-key": { type: "string", default: STAND_IN_CREDENTIALS.accessKeyId },
    "secret-key": { type: "string", default: STAND_IN_CREDENTIALS.secretAccessKey },
    region: { type: "string", default: STAND_IN_REGION },
    "latency-ms": { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    "slow-down": rate,
    reset: rate,
    "lost-answer": rate,
    "slow-body": rate,
    truncated: rate,
    conflict: rate,
  },
});

const standIn = await startStandIn({
  root: values.root,
  port: Number(values.port),
  buckets: values.bucket,
  credentials: [{ accessKeyId: values["access-key"], secretAccessKey: values["secret-key"] }],
  region: values.region,
  latencyMs: Number(values["latency-ms"]),
  seed: Number(values.seed),
  faults: {
    slowDown: Number(values["slow-down"]),
    reset: Number(values.reset),
    lostAnswer: Number(values["lost-answer"]),
    slowBody: Number(values["slow-body"]),
    truncated: Number(values.truncated),
    conflict: Number(values.conflict),
  },
});

process.stdout.write(`An S3-compatible store is ready at ${standIn.url} with its objects in ${values.root}.

  STORAGE_URL=s3://${values.bucket[0]}
  S3_ENDPOINT=${standIn.url}
  S3_REGION=${values.region}
  S3_PATH_STYLE=1
  S3_ACCESS_KEY_ID=${values["access-key"]}
  S3_SECRET_ACCESS_KEY=${values["secret-key"]}
`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void standIn[Symbol.asyncDispose]();
  });
