export { type JudgedPatterns, judgePatterns, NOTHING_JUDGED, patternFaults } from "./judge-patterns.ts";
