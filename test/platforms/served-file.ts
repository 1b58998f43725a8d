import { createServer } from "node:http";

/** A feed file on this machine, as a platform fetches it. */
export interface ServedFile extends AsyncDisposable {
  readonly url: string;
  /** Null: 404. */
  text: string | null;
  readonly reads: () => number;
}

export async function serveFile(name: string): Promise<ServedFile> {
  let reads = 0;
  const server = createServer((_request, response) => {
    reads += 1;
    if (file.text === null) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  const file: ServedFile = {
    url: `http://127.0.0.1:${address.port}/feeds/secret/${name}`,
    text: "",
    reads: () => reads,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return file;
}

/** A file on a public server, for a real platform. */
export function fileElsewhere(url: string): ServedFile {
  return { url, text: null, reads: () => 0, [Symbol.asyncDispose]: async () => undefined };
}
