import { Ajv } from "ajv";
import { members, parseJson } from "../../../src/kernel/unsafe.ts";
import type { OperationFile } from "../operation-file.ts";

/** Reads a form whose schedule is JSON; null: the schedule isn't as Meta describes it. */
export type ReadParameters = (body: unknown) => Readonly<Record<string, unknown>> | null;

export function parametersReader({ definitions }: OperationFile): ReadParameters {
  const isSchedule = new Ajv().compile(definitions["Schedule"] ?? false);
  return (body) => {
    const form = members(body);
    const { schedule: text } = form;
    if (typeof text !== "string") return form;
    try {
      const schedule = parseJson(text);
      return isSchedule(schedule) ? { ...form, schedule } : null;
    } catch {
      return null;
    }
  };
}
