import { parentPort, type MessagePort } from "node:worker_threads";
import { branded } from "../kernel/unsafe.ts";
import type { ThreadAnswer } from "../platform/threads/threads-port.ts";
import { PLANNED_QUERIES, type PlanningQuestion, questionInput } from "../features/transforms/index.ts";

/** The thread that plans what would take the serving thread too long: one question, one answer. */

function answer(question: PlanningQuestion): ThreadAnswer {
  try {
    const make = branded<(input: unknown) => unknown>(PLANNED_QUERIES[question.query]);
    return { answer: make(questionInput(question)) };
  } catch (error) {
    return { fault: String(error) };
  }
}

function serve(port: MessagePort): void {
  // Whoever started this thread asks it nothing else.
  port.on("message", (question: unknown) => port.postMessage(answer(branded<PlanningQuestion>(question))));
}

/** Outside a thread there is nobody to answer. */
function begin(): void {
  if (parentPort !== null) serve(parentPort);
}

begin();
