import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { boundBodyTimes } from "./body-times.ts";

const EVERY_MS = 400;
const BYTES = 1_000;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A service that answers once it has the whole body; `isFile` bodies may take longer. */
async function opened(isFile: boolean): Promise<{ readonly socket: Socket; readonly slow: string[] }> {
  const slow: string[] = [];
  server = createServer({ requestTimeout: 0 });
  const times = boundBodyTimes({ server }, { everyMs: EVERY_MS, bytes: BYTES });
  server.on("request", (request: IncomingMessage, response) => {
    if (isFile) times.allowSteady(request);
    request.resume().on("end", () => response.end("done"));
  });
  server.on("clientError", (error: Error, socket: Socket) => {
    slow.push(String(members(error)["code"]));
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect(Number(members(server.address())["port"]), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n");
  return { socket, slow };
}

/** However it ends: a connection that was cut while something was on its way ends with an error too. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once("close", () => resolve()));

test("a body that takes too long ends the request, however it comes", async () => {
  const { socket, slow } = await opened(false);
  const sending = setInterval(() => socket.write("x".repeat(BYTES)), EVERY_MS / 10);
  await closed(socket);
  clearInterval(sending);
  expect(slow).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a file may take longer while it keeps coming, and ends when it comes too slowly", async () => {
  const { socket, slow } = await opened(true);
  for (let times = 0; times < 8; times += 1) {
    socket.write("x".repeat(BYTES * 2));
    await sleep(EVERY_MS / 2);
  }
  expect(slow).toEqual([]);
  const sending = setInterval(() => socket.write("x"), EVERY_MS / 10);
  await closed(socket);
  clearInterval(sending);
  expect(slow).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});
