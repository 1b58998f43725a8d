import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server on this machine that answers as a test tells it to. */
export interface AnsweringServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: string }[];
  /** Called once for each request, in turn; the last one answers whatever comes after. */
  answer(...turns: readonly ((response: ServerResponse) => void)[]): void;
}

export async function answeringServer(): Promise<AnsweringServer> {
  const requests: { path: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  let turns: readonly ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString("utf8");
    });
    request.on("end", () => {
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      const turn = turns[0];
      if (turns.length > 1) turns = turns.slice(1);
      turn?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answer(...next) {
      requests.length = 0;
      turns = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
