import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { members } from "../../src/kernel/unsafe.ts";

type Members = Readonly<Record<string, unknown>>;

/** What a task cost its agent. */
export interface Cost {
  readonly calls: number;
  /** Of arguments and results as JSON, which is what fills a model's context. */
  readonly bytes: number;
}

/** A script in a model's place: it knows the tools, and nothing of the service besides what they answer. */
export interface Agent extends AsyncDisposable {
  /** Answers `structuredContent`; rejects with the tool's error. */
  read(tool: string, given?: object): Promise<Members>;
  /** Previews, then makes the change it was shown. */
  change(tool: string, given: object): Promise<Change>;
  /** Reads every second until the answer is as wanted; only the last look counts, as a client that is told counts it. */
  until(tool: string, given: object, isWanted: (answer: Members) => boolean): Promise<Members>;
  cost(): Cost;
}

export interface Change {
  readonly preview: Members;
  readonly answer: Members;
}

const POLL_MS = 200;
const POLLS_MAX = 300;

export async function agent(url: string, key: string, toolsets = ""): Promise<Agent> {
  const address = new URL(`${url}/v1/mcp${toolsets === "" ? "" : `?toolsets=${toolsets}`}`);
  const client = new Client({ name: "scripted-agent", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  const cost = { calls: 0, bytes: 0 };
  const ask = async (name: string, given: object): Promise<{ readonly answer: Members; readonly bytes: number }> => {
    const result = await client.callTool({ name, arguments: { ...given } });
    const answer = members(result.structuredContent);
    if (result.isError === true) throw new Error(`${name} was answered ${JSON.stringify(answer["error"])}`);
    return { answer, bytes: JSON.stringify(given).length + JSON.stringify(answer).length };
  };
  const read = async (name: string, given: object = {}): Promise<Members> => {
    const { answer, bytes } = await ask(name, given);
    cost.calls += 1;
    cost.bytes += bytes;
    return answer;
  };
  return {
    read,
    async change(tool, given) {
      const preview = await read(tool, { ...given, preview: true });
      return { preview, answer: await read(tool, { ...given, preview_token: preview["preview_token"] }) };
    },
    async until(tool, given, isWanted) {
      for (let poll = 1; poll < POLLS_MAX; poll += 1) {
        const { answer, bytes } = await ask(tool, given);
        if (isWanted(answer)) {
          cost.calls += 1;
          cost.bytes += bytes;
          return answer;
        }
        await sleep(POLL_MS);
      }
      throw new Error(`${tool} never answered what was wanted`);
    },
    cost: () => ({ ...cost }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
