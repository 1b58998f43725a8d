// The image's health check: exit code 0 if this container's Feedwright answers `GET /healthz`. An api node answers on PORT; a worker
// node serves no requests and answers on METRICS_PORT.
import process from "node:process";

const TIMEOUT_MS = 4_000;

const ports = [process.env["PORT"], process.env["METRICS_PORT"]].filter(Boolean);
const answers = await Promise.all(ports.map((port) => answersOk(`http://127.0.0.1:${port}/healthz`)));
process.exit(answers.includes(true) ? 0 : 1);

async function answersOk(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}
