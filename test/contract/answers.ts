import { expect } from "vitest";
import type { AnyOperation } from "../../src/features/operation.ts";
import { type ErrorCode, ERRORS } from "../../src/kernel/errors.ts";
import { parseJson } from "../../src/kernel/unsafe.ts";
import type { Exchanged } from "./exchange.ts";

/** What every answer has, and what is wrong with one that has it not. */

const REQUEST_ID = /^req_[0-9a-f]{24}$/;
const POLICY = /^"[a-z]+";q=[0-9]+;w=60$/;
const LEFT = /^"[a-z]+";r=[0-9]+;t=[0-9]+$/;

/** Headers of every answer of the API. */
export function headerFaults({ headers }: Exchanged): readonly string[] {
  const wanted = { "x-request-id": REQUEST_ID, "ratelimit-policy": POLICY, ratelimit: LEFT, "x-content-type-options": /^nosniff$/ };
  return Object.entries(wanted)
    .filter(([name, form]) => !form.test(String(headers[name] ?? "")))
    .map(([name]) => `${name} is ${JSON.stringify(headers[name] ?? null)}`);
}

const ERROR_MEMBERS = "code,details,doc_url,message,param,request_id";
const DETAIL_MEMBERS = new Set(["param", "code", "message", "line", "column", "current_version"]);

/** Where an answer that is no success differs from the one format of errors. */
export function errorFaults(answer: Exchanged): readonly string[] {
  const { status, headers, error, json, code } = answer;
  const entry = Object.entries(ERRORS).find(([name]) => name === code)?.[1];
  const { details, param } = error;
  const checks: readonly (readonly [string, boolean])[] = [
    ["content type", headers["content-type"] === "application/json; charset=utf-8"],
    ["members of the body", Object.keys(json).join() === "error"],
    ["members of the error", Object.keys(error).toSorted().join() === ERROR_MEMBERS],
    ["a code of the catalogue", entry !== undefined],
    ["the code's status", entry?.status === status],
    ["a message", typeof error["message"] === "string" && /\S/.test(error["message"])],
    ["param", param === null || typeof param === "string"],
    ["details", Array.isArray(details) && details.every(isDetail)],
    ["the request's id", error["request_id"] === headers["x-request-id"]],
    ["the address of its page", String(error["doc_url"]).endsWith(`/docs/errors#${String(code)}`)],
    ["WWW-Authenticate", (status === 401) === (headers["www-authenticate"] === "Bearer")],
    ["Retry-After", ![429, 503].includes(status) || Number(headers["retry-after"]) > 0],
  ];
  return checks.filter(([, holds]) => !holds).map(([name]) => `${name} is not as the contract says`);
}

function isDetail(detail: unknown): boolean {
  if (typeof detail !== "object" || detail === null) return false;
  const names = Object.keys(detail);
  return ["param", "code", "message"].every((name) => names.includes(name)) && names.every((name) => DETAIL_MEMBERS.has(name));
}

/** Where a success differs from what its operation says. */
export function successFaults({ output, http, answersAs }: AnyOperation, answer: Exchanged): readonly string[] {
  if (answer.status !== http.status) return [`it was answered ${answer.status}, not ${http.status}: ${answer.text}`];
  if (http.status === 204) return answer.text === "" ? [] : ["204 has a body"];
  const type = answersAs ?? "application/json";
  if (answer.headers["content-type"] !== `${type}; charset=utf-8`) return [`the body is not called ${type}`];
  const parsed = output.safeParse(answersAs === null ? parseJson(answer.text) : answer.text);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `/${path.join("/")}: ${message}`);
}

export function expectFault(answer: Exchanged, code: ErrorCode): Readonly<Record<string, unknown>> {
  expect([answer.status, answer.code, answer.text]).toEqual([ERRORS[code].status, code, answer.text]);
  expect([...errorFaults(answer), ...headerFaults(answer)]).toEqual([]);
  return answer.error;
}

export function expectSuccess(operation: AnyOperation, answer: Exchanged): Exchanged {
  expect([...successFaults(operation, answer), ...headerFaults(answer)]).toEqual([]);
  return answer;
}
