export { type JudgedPatterns, judgePatterns, NOTHING_JUDGED } from "./judge-patterns.ts";
