import { parentPort, type MessagePort } from "node:worker_threads";
import { type DocumentQuestion, readDocument } from "../features/config/index.ts";
import { OPERATIONS } from "../features/operations.ts";
import { branded } from "../kernel/unsafe.ts";
import type { ThreadAnswer } from "../platform/threads/threads-port.ts";
import { prepareOperation } from "../surfaces/http/perform-operation.ts";
import { answerBody, type BodyQuestion } from "../surfaces/http/read-ahead.ts";

/** The thread that reads large bodies: one question, one answer. */

function answer(question: BodyQuestion | DocumentQuestion): ThreadAnswer {
  try {
    return { answer: question.kind === "document" ? readDocument(question) : bodyAnswer(question) };
  } catch (error) {
    return { fault: String(error) };
  }
}

function bodyAnswer(question: BodyQuestion): unknown {
  const operation = OPERATIONS.find(({ name }) => name === question.operation);
  if (operation === undefined) throw new Error(`there is no operation ${question.operation}`);
  return answerBody(prepareOperation(operation), question);
}

function serve(port: MessagePort): void {
  // Only our own modules started this thread.
  port.on("message", (question: unknown) => port.postMessage(answer(branded<BodyQuestion | DocumentQuestion>(question))));
}

/** Outside a thread there is nobody to answer. */
function begin(): void {
  if (parentPort !== null) serve(parentPort);
}

begin();
