import { parentPort } from "node:worker_threads";
import { branded } from "../../kernel/unsafe.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { NOTES } from "./notes-operations.suite.ts";
import { prepareOperation } from "./perform-operation.ts";
import { answerBody, type BodyQuestion } from "./read-ahead.ts";

/** The thread of `src/main/body-worker.ts`, for the operations of these tests as well. */
parentPort?.on("message", (message: unknown) => {
  const question = branded<BodyQuestion>(message);
  const operation = [...NOTES, ...OPERATIONS].find(({ name }) => name === question.operation);
  const answer = operation === undefined ? { fault: question.operation } : { answer: answerBody(prepareOperation(operation), question) };
  parentPort?.postMessage(answer, []);
});
