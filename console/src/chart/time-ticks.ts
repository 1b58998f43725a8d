import { scaleUtc } from "d3-scale";
import { formatTick, formatTime, zoneOffset } from "../messages/format.ts";

interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const WANTED = 4;
const SECOND_MS = 1_000;

/** Where an axis names the time, in the shop's zone: its days begin at its midnights. A single time is named in full. */
export function timeTicks(first: number, end: number, zone: string | undefined): readonly TimeTick[] {
  const wallTime = (at: number) => at + zoneOffset(at, zone);
  const ticks = scaleUtc([wallTime(first), wallTime(end)], [0, 1])
    .ticks(WANTED)
    .map((tick) => tick.getTime())
    // Nothing here happens at a part of a second that anybody asks for.
    .filter((wall) => first !== end && wall % SECOND_MS === 0)
    .map((wall) => wall - zoneOffset(wall - zoneOffset(wall, zone), zone));
  return ticks.length === 0
    ? [{ at: first, label: formatTime(new Date(first).toISOString(), zone) }]
    : // Where the clocks go forward, an hour that isn't there falls on the one before.
      Array.from(new Set(ticks), (at) => ({ at, label: formatTick(at, zone) }));
}
