import { connect } from "node:net";

/** A client that costs less than what it measures: the same request over and over on connections that stay. */
export interface Asked {
  readonly baseUrl: string;
  readonly route: string;
  readonly key: string;
  readonly connections: number;
  readonly forMs: number;
  /** ETag of a client that already has the file and is answered 304. */
  readonly etag?: string;
}

/** Answers a second. Throws when one is not 200, or 304 to a client that has it, so that nobody measures refusals. */
export async function answersASecond({ baseUrl, route, key, connections, forMs, etag }: Asked): Promise<number> {
  const { hostname, port, host } = new URL(baseUrl);
  const request = `GET ${route} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n${etag === undefined ? "" : `if-none-match: ${etag}\r\n`}\r\n`;
  const wanted = etag === undefined ? "HTTP/1.1 200 " : "HTTP/1.1 304 ";
  const startedAt = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () =>
      askAgainAndAgain({ hostname, port: Number(port), request, wanted, until: startedAt + forMs }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000);
}

interface Connection {
  readonly hostname: string;
  readonly port: number;
  readonly request: string;
  readonly wanted: string;
  readonly until: number;
}

function askAgainAndAgain({ hostname, port, request, wanted, until }: Connection): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => socket.write(request));
    let received = "";
    let count = 0;
    socket.setNoDelay(true).on("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isWhole(received)) return;
      if (!received.startsWith(wanted)) reject(new Error(received.slice(0, 500)));
      received = "";
      count += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end(() => resolve(count));
    });
  });
}

/** One answer at a time is under way on a connection, so what came is whole or the beginning of it. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd + 2))?.[1];
  return headEnd !== -1 && received.length >= headEnd + 4 + Number(length ?? 0);
}
