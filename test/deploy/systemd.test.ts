import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const UNITS = new URL("../../deploy/systemd/", import.meta.url).pathname;
const names = (await readdir(UNITS)).filter((name) => name.endsWith(".service"));

/** Directives by section, each with all its values. */
function readUnit(text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section = new Map<string, string[]>();
  for (const line of text.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (header !== undefined) sections.set(header, (section = new Map<string, string[]>()));
    else if (name !== undefined) section.set(name, [...(section.get(name) ?? []), value]);
    else throw new Error(`not a line of a unit: ${line}`);
  }
  return sections;
}

const HARDENING = {
  NoNewPrivileges: "yes",
  CapabilityBoundingSet: "",
  PrivateTmp: "yes",
  PrivateDevices: "yes",
  ProtectSystem: "strict",
  ProtectHome: "yes",
  ProtectKernelTunables: "yes",
  ProtectKernelModules: "yes",
  ProtectControlGroups: "yes",
  RestrictNamespaces: "yes",
  RestrictSUIDSGID: "yes",
  LockPersonality: "yes",
  SystemCallArchitectures: "native",
  UMask: "0077",
};

describe("the systemd units", () => {
  test.each(names)("%s starts Feedwright as its own account, hardened", async (name) => {
    const unit = readUnit(await readFile(join(UNITS, name), "utf8"));
    expect([...unit.keys()]).toEqual(["Unit", "Service", "Install"]);
    const service = unit.get("Service");
    const role = /^feedwright(?:-(api|worker))?@?\.service$/.exec(name)?.[1] ?? "start";
    expect(service?.get("ExecStart")).toEqual([`/opt/feedwright/node_modules/.bin/node /opt/feedwright/bin/feedwright.js ${role}`]);
    expect([service?.get("User"), service?.get("StateDirectory"), service?.get("KillMode")]).toEqual([
      ["feedwright"],
      ["feedwright"],
      ["mixed"],
    ]);
    for (const [directive, value] of Object.entries(HARDENING)) expect([directive, service?.get(directive)]).toEqual([directive, [value]]);
    // Processes of DuckDB call `setpriority`, which is one of `@resources`; the last line allows it again.
    expect(service?.get("SystemCallFilter")).toEqual(["@system-service", "~@privileged @resources", "setpriority"]);
    // Twice what an api node has to finish its answers in.
    expect(Number(service?.get("TimeoutStopSec")?.[0])).toBeGreaterThanOrEqual(16);
  });

  test("the account, its folders and the settings' file are those that the units name", async () => {
    const [accounts, folders] = await Promise.all(
      ["feedwright.sysusers.conf", "feedwright.tmpfiles.conf"].map((name) => readFile(join(UNITS, name), "utf8")),
    );
    expect(accounts).toMatch(/^u feedwright - "Feedwright" \/var\/lib\/feedwright -$/m);
    expect(folders).toMatch(/^d \/var\/lib\/feedwright 0700 feedwright feedwright -$/m);
    expect(folders).toMatch(/^z \/etc\/feedwright\/feedwright\.env 0640 root feedwright -$/m);
  });

  test("the operator's command line has the account, the settings and the program of the units", async () => {
    const script = join(UNITS, "feedwright");
    await promisify(execFile)("sh", ["-n", script]);
    const text = await readFile(script, "utf8");
    const unit = readUnit(await readFile(join(UNITS, "feedwright.service"), "utf8")).get("Service");
    const [program = ""] = unit?.get("ExecStart") ?? [];
    expect(text).toContain(`${program.replace(/ start$/, "")} "$@"`);
    expect(text).toContain(`--uid=${unit?.get("User")?.[0]} --gid=${unit?.get("Group")?.[0]}`);
    expect(text).toContain(`--property=EnvironmentFile=${unit?.get("EnvironmentFile")?.[0]}`);
    for (const setting of unit?.get("Environment")?.[0]?.split(" ") ?? []) expect(text).toContain(`--setenv=${setting}`);
  });

  test("a worker's instance is its metrics port, whatever number it is", async () => {
    const unit = readUnit(await readFile(join(UNITS, "feedwright-worker@.service"), "utf8")).get("Service");
    expect(unit?.get("Environment")?.[0]?.split(" ")).toContain("METRICS_PORT=%i");
  });

  test("systemd takes them, where there is one", async () => {
    const analyze = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].find((path) => existsSync(path));
    // Elsewhere, what is above has to do.
    expect(names).toHaveLength(3);
    if (analyze === undefined) return;
    await using root = await mkdtempDisposable(join(tmpdir(), "feedwright-units-"));
    const units = join(root.path, "etc/systemd/system");
    await cp(UNITS, units, { recursive: true });
    const node = join(root.path, "opt/feedwright/node_modules/.bin/node");
    await mkdir(join(node, ".."), { recursive: true });
    await writeFile(node, "", { mode: 0o755 });
    // What the system would bring.
    for (const target of ["basic", "multi-user", "network-online", "shutdown", "sysinit"])
      await writeFile(join(units, `${target}.target`), `[Unit]\nDescription=${target}\n`);
    const paths = names.map((name) => join(units, name.replace("@.", "@9401.")));
    await cp(join(units, "feedwright-worker@.service"), join(units, "feedwright-worker@9401.service"));
    const { stderr } = await promisify(execFile)(analyze, ["verify", "--man=no", `--root=${root.path}`, ...paths]);
    expect(stderr.split("\n").filter((line) => /feedwright/.test(line))).toEqual([]);
  });
});
