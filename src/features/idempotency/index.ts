export { type Answer, answerAlike, answerOnce, type RepeatableRequest, type Worked } from "./answer-once.ts";
export { removeExpiredAnswers } from "./remove-expired-answers.ts";
