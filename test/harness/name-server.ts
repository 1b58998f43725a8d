import { createSocket } from "node:dgram";
import { type Answer, decode, encode } from "dns-packet";

/** What a server of names says to one question: records, that there is no such name, that it failed, or nothing at all. */
export type NameAnswer = readonly Answer[] | "no_such_name" | "server_failure" | "silence";

export interface NameServer extends AsyncDisposable {
  /** As a resolver is told: `127.0.0.1:PORT`. */
  readonly address: string;
  /** The questions so far, as `A hooks.example.com`. */
  readonly asked: readonly string[];
  /** `turn` counts the questions of this name and type, from 1. */
  answer(answer: (name: string, type: string, turn: number) => NameAnswer): void;
}

const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

/** A server of names on this machine that answers as a test tells it to. */
export async function nameServer(): Promise<NameServer> {
  const asked: string[] = [];
  let answerTo: (name: string, type: string, turn: number) => NameAnswer = () => "no_such_name";
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { id = 0, questions = [] } = decode(message);
    const [question] = questions;
    if (question === undefined) return;
    const name = question.name.toLowerCase();
    asked.push(`${question.type} ${name}`);
    const answer = answerTo(name, question.type, asked.filter((one) => one === `${question.type} ${name}`).length);
    if (answer === "silence") return;
    const code = answer === "no_such_name" ? NO_SUCH_NAME : answer === "server_failure" ? SERVER_FAILURE : 0; // prettier-ignore
    socket.send(
      encode({ type: "response", id, flags: code, questions, answers: typeof answer === "string" ? [] : [...answer] }),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    answer(next) {
      asked.length = 0;
      answerTo = next;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
