export { type Answer, answerAlike, answerOnce, findStored, type RepeatableRequest, type Worked } from "./answer-once.ts";
export { removeExpiredAnswers } from "./remove-expired-answers.ts";
