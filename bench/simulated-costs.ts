import { percentile } from "./measure.ts";
import type { ResultLine } from "./results.ts";
import type { Day, Step } from "./simulated-day.ts";

/** What a piece of work costs, from many steps that each had another mixture of it. */
export interface UnitCost {
  /** Cost of an extract and its run, independent of their size. */
  readonly each: number;
  /** Cost of each further 1,000 rows, extracted and run. */
  readonly thousandRows: number;
}

/** Least squares of `cost = each × extracts + thousandRows × rows / 1,000`. */
export function unitCost(steps: readonly Step[], costOf: (step: Step) => number): UnitCost {
  let [ee, er, rr, ec, rc] = [0, 0, 0, 0, 0];
  for (const step of steps) {
    const [extracts, rows, cost] = [step.extracts, step.rows / 1_000, costOf(step)];
    ee += extracts * extracts;
    er += extracts * rows;
    rr += rows * rows;
    ec += extracts * cost;
    rc += rows * cost;
  }
  const determinant = ee * rr - er * er;
  // Steps that all had the same mixture say nothing of its parts.
  if (determinant < 1e-9) return { each: ee === 0 ? 0 : ec / ee, thousandRows: 0 };
  return { each: (ec * rr - rc * er) / determinant, thousandRows: (rc * ee - ec * er) / determinant };
}

const MIB = 1024 ** 2;
const seconds = (ages: readonly number[]): string =>
  `p50 ${percentile(ages, 0.5).toFixed(1)} s, p95 ${percentile(ages, 0.95).toFixed(1)} s, max ${Math.max(0, ...ages).toFixed(1)} s of ${ages.length}`;
const sum = (steps: readonly Step[], of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0);

/** Of 1,000 shops, in seconds of one core per hour. */
const idleOf = ({ idle: { seconds: took, cpuSeconds } }: Day): number => (cpuSeconds / took) * 3_600;

/** `schedule`: how many extracts a day the shops had. */
export function dayFigures(day: Day, shops: number, schedule: string): readonly ResultLine[] {
  const { steps, extractAges, runAges, memory, idle, storedBytes, violations, hours } = day;
  const extracts = sum(steps, (step) => step.extracts);
  const rows = sum(steps, (step) => step.rows);
  const took = sum(steps, (step) => step.seconds);
  const nodes = unitCost(steps, (step) => step.cpuSeconds);
  const database = unitCost(steps, (step) => step.databaseCpuSeconds);
  const flat = Object.entries(memory).map(([name, mebibytes]) => {
    const third = Math.max(1, Math.floor(mebibytes.length / 3));
    return `${name} ${percentile(mebibytes.slice(0, third), 0.5)} → ${percentile(mebibytes.slice(-third), 0.5)} MiB`;
  });
  return [
    {
      what: `${shops} shops, ${hours} simulated hours: extracts, each with its run`,
      figure: `${extracts} of ${rows} rows in ${took.toFixed(0)} s`,
      beside: schedule,
    },
    { what: "work left out or done twice", figure: `${violations.length}`, beside: "0" },
    {
      what: "rows per second, extracted and run, all nodes on one machine",
      figure: `${Math.round(rows / took)}`,
      beside: "no goal of its own",
    },
    { what: "from due to begun, extracts", figure: seconds(extractAges), beside: "what is due in a step arrives at once" },
    { what: "from asked for to begun, runs", figure: seconds(runAges), beside: "the same" },
    {
      what: "CPU of the nodes",
      figure: `${nodes.each.toFixed(2)} s per extract and run, ${nodes.thousandRows.toFixed(3)} s per 1,000 rows`,
      beside: "least squares over the steps",
    },
    {
      what: "CPU of PostgreSQL",
      figure: `${database.each.toFixed(3)} s per extract and run, ${database.thousandRows.toFixed(4)} s per 1,000 rows`,
      beside: "the same",
    },
    {
      what: "transactions and log of PostgreSQL",
      figure: `${(sum(steps, (step) => step.transactions) / extracts).toFixed(0)} and ${(sum(steps, (step) => step.walBytes) / extracts / 1024).toFixed(0)} KiB per extract and run`,
      beside: "the sweeps of idle workers included",
    },
    {
      what: `nothing due, ${shops} shops`,
      figure: `${idleOf(day).toFixed(0)} CPU s and ${Math.round((idle.transactions / idle.seconds) * 3_600)} transactions per hour, all nodes and PostgreSQL`,
      beside: "no goal of its own",
    },
    { what: "resident memory of each process, first and last third", figure: flat.join(", "), beside: "flat" },
    {
      what: "stored at the end",
      figure: `objects ${Math.round(storedBytes.objects / MIB)} MiB, database ${Math.round(storedBytes.database / MIB)} MiB`,
      beside: "with what retention keeps of runs and snapshots",
    },
  ];
}
