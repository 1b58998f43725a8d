import { partAt, PATTERN_WEIGHT_MAX } from "./pattern-weight.ts";

/**
 * What can be said of a regular expression (RE2) without executing it. DuckDB itself has the last word when a rule is written;
 * a pattern that passes here and there costs at most a bounded time per value.
 */

const PATTERN_LENGTH_MAX = 1_000;
/** RE2 unrolls counted repetitions: `.{1000}z` takes 37 ms per 2 KB of text (measurements). */
const REPETITIONS_MAX = 100;
/** Counted repetitions side by side are as dear as nested ones: `.{99}` ninety times takes 50 ms per 2 KB. */
const REPEATED_MAX = 200;
/** Code points of a value a pattern sees. */
export const MATCHED_LENGTH_MAX = 2_000;

export function patternFault(pattern: string): string | undefined {
  if (pattern === "") return "A regular expression can't be empty.";
  if (pattern.length > PATTERN_LENGTH_MAX) return `A regular expression can have at most ${PATTERN_LENGTH_MAX} characters.`;
  if (/\(\?(?:[=!]|<[=!])/.test(pattern)) return "RE2, the regular expression engine, doesn't support look-ahead or look-behind.";
  if (matchesBytes(pattern)) return "\\C matches one byte, which may be part of a character. Write . to match a character.";
  const repeated = repetitions(pattern);
  if (repeated.most > REPETITIONS_MAX)
    return `Nested repetition counts multiply to ${repeated.most}. At most ${REPETITIONS_MAX} are allowed.`;
  if (repeated.sum > REPEATED_MAX) return `Repetition counts add up to ${repeated.sum}. At most ${REPEATED_MAX} are allowed.`;
  return undefined;
}

/** Whether a pattern has `\C`, which would cut characters apart: outside `\Q…\E`, its backslash not escaped itself. */
function matchesBytes(pattern: string): boolean {
  return [...pattern.matchAll(/\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]/g)].some(([escape]) => escape === "\\C");
}

/** Refuses what compiles too long. Not part of `patternFault`: a stored pattern of before that bound goes on being read. */
export function patternWeightFault(pattern: string): string | undefined {
  const weight = patternWeight(pattern);
  if (weight <= PATTERN_WEIGHT_MAX) return undefined;
  const advice = "Unicode classes such as \\pL take hundreds of instructions each time a count repeats them.";
  return `A regular expression can compile to at most ${PATTERN_WEIGHT_MAX} instructions. This one compiles to about ${weight}. ${advice}`;
}

/** About how many instructions the pattern compiles to. */
export function patternWeight(pattern: string): number {
  return repetitions(pattern).weight;
}

interface Group {
  /** The largest product of counts so far among what stands in the group. */
  most: number;
  /** What counted repetitions make of all that stands in the group before its last part. */
  sum: number;
  /** What they make of its last part: 0 where it is not counted. */
  lastSum: number;
  /** The product of what stands just before, for a count to multiply. */
  last: number;
  /** Instructions of all that stands in the group before its last part, and of that part. */
  weight: number;
  lastWeight: number;
}

interface Repetitions {
  /** The largest product of nested counted repetitions. */
  readonly most: number;
  /** What all of them come to. */
  readonly sum: number;
  /** Instructions, with what they repeat. */
  readonly weight: number;
}

function repetitions(pattern: string): Repetitions {
  const groups: Group[] = [openGroup()];
  const top = (): Group => groups.at(-1) ?? openGroup();
  const count = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
  for (let at = 0; at < pattern.length;) {
    count.lastIndex = at;
    const counted = count.exec(pattern);
    if (counted !== null) {
      const group = top();
      const times = Math.max(1, Number(counted[1]), Number(counted[2] ?? 0));
      group.last *= times;
      group.lastSum = Math.max(1, group.lastSum) * times;
      group.lastWeight *= times;
      group.most = Math.max(group.most, group.last);
      at += counted[0].length;
      continue;
    }
    at = step(pattern, at, groups);
  }
  while (groups.length > 1) close(groups);
  return { most: top().most, sum: top().sum + top().lastSum, weight: top().weight + top().lastWeight };
}

function step(pattern: string, at: number, groups: Group[]): number {
  const group = groups.at(-1) ?? openGroup();
  switch (pattern[at]) {
    case "(":
      begin(group, 0);
      groups.push(openGroup());
      return at + 1;
    case ")":
      if (groups.length > 1) close(groups);
      return at + 1;
    case "*":
    case "+":
    case "?":
      return at + 1;
    default: {
      const part = partAt(pattern, at);
      begin(group, part.weight);
      return part.end;
    }
  }
}

function openGroup(): Group {
  return { most: 1, sum: 0, lastSum: 0, last: 1, weight: 0, lastWeight: 0 };
}

/** A part of a group begins. */
function begin(group: Group, weight: number): void {
  group.sum += group.lastSum;
  group.lastSum = 0;
  group.last = 1;
  group.weight += group.lastWeight;
  group.lastWeight = weight;
}

function close(groups: Group[]): void {
  const inner = groups.pop();
  const outer = groups.at(-1);
  if (inner === undefined || outer === undefined) return;
  outer.last = inner.most;
  outer.lastSum = inner.sum + inner.lastSum;
  outer.lastWeight = inner.weight + inner.lastWeight;
  outer.most = Math.max(outer.most, inner.most);
}
