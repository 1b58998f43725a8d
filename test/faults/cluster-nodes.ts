import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { keepRunning } from "../harness/kept-process.ts";
import { freePort } from "../harness/service-process.ts";
import { type TcpProxy, tcpProxy } from "../harness/tcp-proxy.ts";
import type { ClusterBucket } from "./cluster-bucket.ts";

/** One process of the cluster. Whatever ends it, it's started again, as an orchestrator would. */
export interface ClusterNode extends AsyncDisposable {
  /** `api-1`. */
  readonly name: string;
  readonly role: "api" | "worker";
  /** Of an api node: without a slash at the end and without `/v1`. */
  readonly url: string;
  /** Between the node and PostgreSQL. */
  readonly database: TcpProxy;
  /** Between the node and the bucket, where there is one. */
  readonly bucket: TcpProxy | null;
  /** The present process; undefined between two. */
  pid(): number | undefined;
  starts(): number;
  /** SIGKILL to the process alone; what it started lives on. */
  kill(): void;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** What `node-faults.ts` plays in it from now on. */
  play(faults: { readonly shiftMs?: number; readonly diskFull?: boolean }): Promise<void>;
}

export interface NodeSpec {
  readonly name: string;
  readonly role: "api" | "worker";
  /** Folder of this node alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Null: objects are in a folder that `env` names. */
  readonly bucket: ClusterBucket | null;
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (text: string) => void;
}

const LAUNCHER = fileURLToPath(new URL("../../bin/feedwright.js", import.meta.url));
const PRELOAD = new URL("node-faults.ts", import.meta.url).href;

export async function startNode(spec: NodeSpec): Promise<ClusterNode> {
  const { name, role, folder } = spec;
  await mkdir(folder, { recursive: true });
  const address = new URL(spec.databaseUrl);
  const target = Number(address.port);
  const database = await tcpProxy(() => target);
  address.port = String(database.port);
  const { bucket: store } = spec;
  const bucket = store === null ? null : await tcpProxy(() => store.port);
  const port = await freePort();
  const faults = join(folder, "faults.json");
  await writeFile(faults, "{}");
  const process = keepRunning({
    args: [LAUNCHER, role],
    hear: (text) => spec.hear(text.replaceAll(/^(?=.)/gm, `${name} `)),
    env: {
      ...spec.env,
      ...(store === null || bucket === null ? {} : store.env(bucket.port)),
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: address.href,
      NODE_FAULTS: faults,
      NODE_OPTIONS: `--import=${PRELOAD}`,
    },
  });
  return {
    name,
    role,
    database,
    bucket,
    url: `http://127.0.0.1:${port}`,
    ...process,
    play: ({ shiftMs = 0, diskFull = false }) => writeFile(faults, JSON.stringify({ shiftMs, diskFull })),
    async [Symbol.asyncDispose]() {
      await process.end();
      await database[Symbol.asyncDispose]();
      await bucket?.[Symbol.asyncDispose]();
    },
  };
}

export const folderUrl = (folder: string): string => pathToFileURL(folder).href;
