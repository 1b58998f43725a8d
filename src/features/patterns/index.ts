export { type JudgedPattern, judgePatterns } from "./judge-patterns.ts";
