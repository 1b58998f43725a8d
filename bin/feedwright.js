#!/usr/bin/env node
// Starts the command line on a Node that runs TypeScript. An older Node runs the one that npm has installed beside the
// packages; everything in this file has to be understood by old versions, so it is plain JavaScript.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The first version that strips types without a flag and has everything we use. */
const NODE_MAJOR = 24;
const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** Sent by terminals and supervisors to the process they know, which is this one. */
const FORWARDED_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
/** What a shell reports for a program that was ended by a signal. */
const SIGNAL_EXIT_BASE = 128;

if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) {
  const cache = privateCacheFolder();
  if (cache !== undefined) module.enableCompileCache(cache);
  await import("./quicker-imports.js");
  endWithLauncher();
  await import("../src/main/feedwright.ts");
} else {
  runOn(findInstalledNode());
}

/**
 * A folder for compiled code that nobody but this account can write: Node runs what it finds there, and checks no more than a CRC.
 * Its own default lies in the temporary folder, where any local account could make it first. Undefined where there's none: then nothing is cached.
 */
function privateCacheFolder() {
  const folder = fileURLToPath(new URL("../node_modules/.cache/feedwright-compiled", import.meta.url));
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    const { uid, mode } = lstatSync(folder);
    const isOwn = process.getuid === undefined || uid === process.getuid();
    return isOwn && (mode & WRITABLE_BY_OTHERS) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The program of the optional package for this platform, wherever a package manager has put it. */
function findInstalledNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  try {
    const manifest = module.createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    const node = join(dirname(manifest), "bin", platform === "win" ? "node.exe" : "node");
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

function runOn(node) {
  if (node === undefined) {
    refuse(
      `Feedwright needs Node ${NODE_MAJOR} or newer, and this is ${process.versions.node}. Install Node ${NODE_MAJOR}, or run \`npm ci\` with optional dependencies.`,
    );
    return;
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(`Feedwright cannot run ${node} (${error.message}). Install Node ${NODE_MAJOR} or newer.`));
  child.on("exit", endLike);
}

/** The channel to an older Node that has started this one closes when that is killed: then nobody would end us. */
function endWithLauncher() {
  if (!process.connected) return;
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}

/** Ends as the child has ended, so that whoever waits for this process sees the same. */
function endLike(code, signal) {
  if (signal === null) {
    process.exitCode = code;
    return;
  }
  process.exitCode = SIGNAL_EXIT_BASE + constants.signals[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
