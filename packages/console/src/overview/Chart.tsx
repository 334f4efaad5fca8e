import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';

/** A moment that is marked by a vertical line. */
export interface ChartMark {
  readonly atMs: number;
  readonly text: string;
}

export interface ChartProps {
  /** What it shows, for screen readers. */
  label: string;
  /** ms since 1970, oldest first. */
  timesMs: readonly number[];
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
  marks: readonly ChartMark[];
  format: (value: number) => string;
  /** A tick of the time axis, in ms since 1970; `ticks`: all of them. */
  formatTime: (atMs: number, ticks: readonly number[]) => string;
  /** What may lie between two ticks; round decimal numbers unless given. */
  steps?: readonly number[] | undefined;
  height: number;
  /** Charts of the same name share their crosshair. */
  group: string;
}

/** Between the ticks of counts, so that none is a part of one. */
export const COUNT_STEPS = [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power]);
/** Between the ticks of amounts of bytes: powers of two, from 1 MiB to 1 TiB. */
export const BYTE_STEPS = Array.from({ length: 21 }, (_, at) => 2 ** (20 + at));

/** A line over time. The only place that draws with uPlot. */
export function Chart(props: ChartProps) {
  const { label, timesMs, values, marks, format, formatTime, steps, height, group } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ format, formatTime, marks });
  latest.current = { format, formatTime, marks };
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const style = getComputedStyle(element); // it follows the theme
    const colour = (name: string) => style.getPropertyValue(name);
    const axis = {
      stroke: () => colour('--text-2'),
      grid: { stroke: () => colour('--line'), width: 1 },
      ticks: { show: false },
      font: `11px ${colour('--font')}`,
    };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { sync: { key: group }, drag: { x: false, y: false }, y: false },
      ms: 1,
      scales: { y: { range: (_, __, most) => [0, Math.max(most * 1.1, 1)] } },
      axes: [
        {
          ...axis,
          size: 28,
          space: 80,
          values: (_, ticks) => ticks.map((tick) => latest.current.formatTime(tick, ticks)),
        },
        {
          ...axis,
          ...(steps && { incrs: [...steps] }),
          size: 64,
          values: (_, ticks) => ticks.map((tick) => latest.current.format(tick)),
        },
      ],
      series: [
        {},
        {
          stroke: () => colour('--accent'),
          width: 1.5,
          fill: () => `color-mix(in srgb, ${colour('--accent')} 18%, transparent)`,
          points: { show: false },
        },
      ],
      hooks: { draw: [(drawn) => drawMarks(drawn, latest.current.marks, colour('--text-3'))] },
    };
    const made = new uPlot(options, dataOf(timesMs, values), element);
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    const theme = new MutationObserver(() => made.redraw());
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      resize.disconnect();
      theme.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [group, height, steps]);
  useEffect(() => plot.current?.setData(dataOf(timesMs, values)), [timesMs, values]);
  return <div ref={box} class="chart" role="img" aria-label={label} />;
}

function dataOf(timesMs: readonly number[], values: readonly (number | null)[]): uPlot.AlignedData {
  return [[...timesMs], [...values]];
}

function drawMarks(plot: uPlot, marks: readonly ChartMark[], colour: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([4, 4]);
  for (const { atMs } of marks) {
    const x = Math.round(plot.valToPos(atMs, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
