export { judgePatterns } from "./judge-patterns.ts";
