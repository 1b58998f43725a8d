import type { AnyOperation } from "../../src/features/operation.ts";
import { ERRORS } from "../../src/kernel/errors.ts";
import { operationCodes } from "../../src/surfaces/http/openapi-errors.ts";
import { TAKEN, UNREACHED } from "./specmatic-limits.ts";

/**
 * What Specmatic's log comes to. A broken request must be refused. A generated valid one must succeed, or be refused with a code that the
 * document gives the operation: a schema cannot say that a rule must make sense, a name be free or a run be over.
 */
export interface Verdicts {
  readonly passed: number;
  /** Valid as far as a schema can tell, and refused with a documented code. */
  readonly refused: number;
  readonly excused: number;
  readonly failures: readonly string[];
}

interface Test {
  readonly line: string;
  readonly operation: AnyOperation | undefined;
  readonly isValid: boolean;
  readonly succeeded: boolean;
  readonly status: number;
  readonly code: string;
}

const SEPARATOR = /^-{20}$/m;
const VERDICT = /^([+-])ve {1,2}Scenario: ([A-Z]+) (\S+) -> .* has (SUCCEEDED|FAILED)/m;

export function verdictsOf(log: string, operations: readonly AnyOperation[]): Verdicts {
  const tests = log.split(SEPARATOR).flatMap((block) => testOf(block, operations));
  const judged = Map.groupBy(tests, judge);
  const count = (judgement: Judgement): number => judged.get(judgement)?.length ?? 0;
  const unreached = operations.filter(
    (operation) =>
      UNREACHED[operation.name] === undefined && !tests.some((test) => test.operation === operation && test.isValid && test.succeeded),
  );
  return {
    passed: count("passed"),
    refused: count("refused"),
    excused: count("excused"),
    failures: [
      ...(judged.get("failed") ?? []).map(({ line, status, code }) => `${line} was answered ${status} ${code}`),
      ...unreached.map(({ name }) => `${name}: no request of it succeeded`),
    ],
  };
}

type Judgement = "passed" | "refused" | "excused" | "failed";

function judge({ line, operation, isValid, succeeded, status, code }: Test): Judgement {
  if (succeeded) return "passed";
  if (!isValid) return TAKEN.some(({ test }) => test.test(line)) ? "excused" : "failed";
  const documented = operation === undefined ? [] : operationCodes(operation);
  const isDocumented = documented.some((known) => known === code && ERRORS[known].status === status);
  return isDocumented && status < 500 ? "refused" : "failed";
}

function testOf(block: string, operations: readonly AnyOperation[]): readonly Test[] {
  const [whole = "", sign, method = "", route = "", result] = VERDICT.exec(block) ?? [];
  if (whole === "") return [];
  const path = route.replaceAll(/\((\w+):\w+\)/g, "{$1}");
  const [, answer = ""] = block.split(/^ {2}Response at /m);
  return [
    {
      line: whole,
      operation: operations.find(({ http }) => http.method === method && http.path === path),
      isValid: sign === "+",
      succeeded: result === "SUCCEEDED",
      status: Number(/^\s+(\d{3}) /m.exec(answer)?.[1] ?? 0),
      code: /"code": "(\w+)"/.exec(answer)?.[1] ?? "",
    },
  ];
}
