import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { formatCount, formatTime } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import styles from "./line-chart.module.css";
import { timeTicks } from "./time-ticks.ts";
import { useWidth } from "./use-width.ts";

const words = messages.chart;

export interface ChartPoint {
  readonly at: string;
  /** Null: nothing is known for this time, and the line has a gap. */
  readonly value: number | null;
  /** What the value is a part of; the rest is a band above the line. */
  readonly whole?: number | null;
  /** A mark on the line: a held run. */
  readonly mark?: string | undefined;
}

interface LineChartProps {
  /** The one question it answers. */
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly zone: string | undefined;
  readonly write?: (value: number) => string;
  readonly height?: number;
  /** What the band above the line is. */
  readonly band?: string;
}

const MARGIN = { top: 12, right: 72, bottom: 20, left: 8 };
const RADIUS = 3;

/** One series over time. The last value stands at the line's end; arrow keys walk the points; a table has the same. */
export function LineChart({ title, points, zone, write = formatCount, height = 160, band }: LineChartProps): ReactNode {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | undefined>();
  const [isTable, setTable] = useState(false);
  const known = points.filter(({ value }) => value !== null);
  const last = known.at(-1);
  const chosen = at === undefined ? undefined : points[at];
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((old) => Math.max(0, Math.min(points.length - 1, (old ?? points.length) + step)));
  };
  return (
    <figure className={styles["chart"]} aria-label={title}>
      <figcaption className={styles["title"]}>
        <span>
          {title}
          {band === undefined ? null : <span className={styles["meaning"]}> · {band}</span>}
        </span>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? words.showChart : words.showTable}
        </Button>
      </figcaption>
      {isTable ? (
        <PointTable title={title} points={points} zone={zone} write={write} />
      ) : (
        <div ref={frame} className={styles["frame"]}>
          {last === undefined ? (
            <p className={styles["none"]}>{words.nothing}</p>
          ) : (
            <div role="group" aria-label={words.walkable(title)} tabIndex={0} onKeyDown={walk} onBlur={() => setAt(undefined)}>
              <Drawing points={points} zone={zone} width={width} height={height} chosen={at} onHover={setAt} write={write} />
            </div>
          )}
          <p className={styles["readout"]} aria-live="polite">
            {chosen === undefined ? " " : pointText(chosen, zone, write)}
          </p>
        </div>
      )}
    </figure>
  );
}

function pointText({ at, value, mark }: ChartPoint, zone: string | undefined, write: (value: number) => string): string {
  return words.point(formatTime(at, zone), value === null ? words.unknown : write(value), mark);
}

interface DrawingProps extends Required<Pick<LineChartProps, "points" | "zone" | "height" | "write">> {
  readonly width: number;
  readonly chosen: number | undefined;
  readonly onHover: (at: number | undefined) => void;
}

function Drawing({ points, zone, width, height, chosen, onHover, write }: DrawingProps): ReactNode {
  const times = points.map(({ at }) => Date.parse(at));
  const values = points.flatMap(({ value }) => value ?? []);
  const [first, end] = [Math.min(...times), Math.max(...times)];
  const x = scaleLinear([first, end === first ? first + 1 : end], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear(
    [0, Math.max(1, ...values, ...points.flatMap(({ whole }) => whole ?? []))],
    [height - MARGIN.bottom, MARGIN.top],
  ).nice(3);
  const path = line<ChartPoint>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(Date.parse(at)))
    .y(({ value }) => y(value ?? 0))(points);
  const rest = area<ChartPoint>()
    .defined(({ value, whole }) => value !== null && typeof whole === "number")
    .x(({ at }) => x(Date.parse(at)))
    .y0(({ value }) => y(value ?? 0))
    .y1(({ whole }) => y(whole ?? 0))(points);
  const last = points.findLast(({ value }) => value !== null);
  return (
    <svg width={width} height={height} aria-hidden="true" className={styles["drawing"]} onPointerLeave={() => onHover(undefined)}>
      {y.ticks(3).map((tick) => (
        <line key={tick} className={styles["grid"]} x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
      ))}
      <path className={styles["band"]} d={rest ?? ""} />
      <path className={styles["line"]} d={path ?? ""} />
      {points.map(({ at, value, mark }, index) => (
        <g key={at} transform={`translate(${x(times[index] ?? 0)} ${y(value ?? 0)})`} onPointerEnter={() => onHover(index)}>
          <circle r={RADIUS * 3} fill="transparent" />
          {value === null ? null : <circle className={styles["point"]} r={index === chosen ? RADIUS + 2 : RADIUS - 1} />}
          {mark === undefined ? null : <path className={styles["held"]} d="M0-7l5 9h-10z" />}
        </g>
      ))}
      {last === undefined ? null : (
        <text className={styles["value"]} x={width - MARGIN.right + RADIUS * 2} y={y(last.value ?? 0)} dy="0.32em">
          {write(last.value ?? 0)}
        </text>
      )}
      {timeTicks(first, end, zone).map(({ at, label }, index) => (
        <text key={at} className={styles["tick"]} x={x(at)} y={height - 4} textAnchor={index === 0 ? "start" : "middle"}>
          {label}
        </text>
      ))}
    </svg>
  );
}

function PointTable({
  title,
  points,
  zone,
  write,
}: Pick<DrawingProps, "points" | "write"> & Pick<LineChartProps, "title" | "zone">): ReactNode {
  return (
    <DataTable
      label={title}
      rows={points.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { id: "at", label: words.time, cell: ({ at }) => formatTime(at, zone) },
        { id: "value", label: words.value, isFigure: true, cell: ({ value }) => (value === null ? "–" : write(value)) },
        { id: "mark", label: words.note, cell: ({ mark }) => mark ?? "" },
      ]}
    />
  );
}
