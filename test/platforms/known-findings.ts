import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { channelInput, columnsFor } from "../harness/checked-catalog.ts";
import { members } from "../../src/kernel/unsafe.ts";
import { readOperations } from "./operation-file.ts";

/** Codes of a channel's findings: those it checks, and those it lists as not checked. */
export function knownFindings(pack: ChannelPack): ReadonlySet<string> {
  const checks = pack.checks(channelInput(pack, { columns: columnsFor(pack) }));
  return new Set([...checks, ...pack.unchecked].map(({ code }) => code));
}

/** The values that a platform's description gives a query parameter. */
export function describedValues(slug: string, operation: string, parameter: string): readonly string[] {
  const found = readOperations(slug).operations.find(({ id }) => id === operation);
  const { enum: values } = members(members(found?.query["properties"])[parameter]);
  if (!Array.isArray(values)) throw new Error(`${parameter} of ${operation} has no values`);
  return values.map(String);
}
