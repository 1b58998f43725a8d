import { scaleLinear } from "d3-scale";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { formatCount, formatTime } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { timeTicks } from "./time-ticks.ts";
import { useWidth } from "./use-width.ts";
import styles from "./bar-chart.module.css";

const words = messages.chart;

export interface BarSeries {
  readonly id: string;
  readonly label: string;
  readonly tone: "live" | "running" | "failed";
}

export interface BarPoint {
  readonly at: string;
  /** In the order of the series; they're stacked. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  readonly empty: string;
  readonly zone: string | undefined;
  readonly series: readonly BarSeries[];
  readonly points: readonly BarPoint[];
}

const HEIGHT = 120;
const MARGIN = { top: 8, right: 40, bottom: 20, left: 4 };

/** Counts over time, stacked by what became of them. Arrow keys walk the points that have any; a table has the same. */
export function BarChart({ title, empty, zone, series, points }: BarChartProps): ReactNode {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | undefined>();
  const [isTable, setTable] = useState(false);
  const labelId = useId();
  const filled = points.map((point, index) => ({ point, index })).filter(({ point }) => totalOf(point) > 0);
  const chosen = at === undefined ? undefined : points[at];
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = filled.findIndex(({ index }) => index === at);
    const next = place === -1 ? filled.length - 1 : Math.max(0, Math.min(filled.length - 1, place + step));
    setAt(filled[next]?.index);
  };
  return (
    <figure className={styles["chart"]} aria-labelledby={labelId}>
      <figcaption id={labelId} className={styles["title"]}>
        {title}
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? words.showChart : words.showTable}
        </Button>
      </figcaption>
      {filled.length === 0 ? (
        <p className={styles["none"]}>{empty}</p>
      ) : isTable ? (
        <DataTable
          label={title}
          rows={filled.map(({ point }) => point).toReversed()}
          keyOf={(point) => point.at}
          columns={[
            { id: "at", label: words.time, cell: (point) => formatTime(point.at, zone) },
            ...series.map(({ id, label }, nth) => ({
              id,
              label,
              isFigure: true,
              cell: (point: BarPoint) => formatCount(point.values[nth] ?? 0),
            })),
          ]}
        />
      ) : (
        <div ref={frame}>
          <div role="group" aria-label={words.walkable(title)} tabIndex={0} onKeyDown={walk} onBlur={() => setAt(undefined)}>
            <Drawing points={points} zone={zone} series={series} width={width} chosen={at} onHover={setAt} />
          </div>
          <p className={styles["readout"]} aria-live="polite">
            {chosen === undefined ? "\u00A0" : pointText(chosen, series, zone)}
          </p>
        </div>
      )}
    </figure>
  );
}

function totalOf({ values }: BarPoint): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function pointText({ at, values }: BarPoint, series: readonly BarSeries[], zone: string | undefined): string {
  const parts = series.flatMap(({ label }, nth) => ((values[nth] ?? 0) === 0 ? [] : [`${formatCount(values[nth] ?? 0)} ${label}`]));
  return `${formatTime(at, zone)}: ${parts.join(", ")}`;
}

interface DrawingProps extends Pick<BarChartProps, "points" | "zone" | "series"> {
  readonly width: number;
  readonly chosen: number | undefined;
  readonly onHover: (at: number | undefined) => void;
}

function Drawing({ points, zone, series, width, chosen, onHover }: DrawingProps): ReactNode {
  const times = points.map(({ at }) => Date.parse(at));
  const [first, end] = [Math.min(...times), Math.max(...times)];
  const step = (width - MARGIN.left - MARGIN.right) / Math.max(1, points.length);
  const left = (index: number) => MARGIN.left + index * step;
  const x = scaleLinear([first, end === first ? first + 1 : end], [left(0), left(Math.max(1, points.length - 1))]);
  const highest = Math.max(1, ...points.map(totalOf));
  const y = scaleLinear([0, highest], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const barWidth = Math.max(1.5, step - 1);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className={styles["drawing"]} onPointerLeave={() => onHover(undefined)}>
      <line className={styles["base"]} x1={MARGIN.left} x2={width - MARGIN.right} y1={y(0)} y2={y(0)} />
      <text className={styles["tick"]} x={width - MARGIN.right + 6} y={y(highest)} dy="0.6em">
        {formatCount(highest)}
      </text>
      {points.map((point, index) => (
        <g key={point.at} data-chosen={index === chosen} onPointerEnter={() => onHover(totalOf(point) > 0 ? index : undefined)}>
          <rect x={left(index)} y={MARGIN.top} width={step} height={HEIGHT - MARGIN.top - MARGIN.bottom} fill="transparent" />
          {series.map(({ id, tone }, nth) => {
            const below = point.values.slice(0, nth).reduce((sum, value) => sum + value, 0);
            const value = point.values[nth] ?? 0;
            return value === 0 ? null : (
              <rect
                key={id}
                data-tone={tone}
                className={styles["bar"]}
                x={left(index)}
                width={barWidth}
                y={y(below + value)}
                height={Math.max(1, y(below) - y(below + value))}
              />
            );
          })}
        </g>
      ))}
      {timeTicks(first, end, zone).map(({ at, label }, index) => (
        <text key={at} className={styles["tick"]} x={x(at)} y={HEIGHT - 4} textAnchor={index === 0 ? "start" : "middle"}>
          {label}
        </text>
      ))}
    </svg>
  );
}
