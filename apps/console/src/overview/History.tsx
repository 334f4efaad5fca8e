import { getSeries, type Series } from '@palatine/contract';
import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatDateTime, formatDay, formatNumber, formatTime } from '../data/format.ts';
import { shownTheme } from '../data/preferences.ts';
import { useRefreshEvery, useResource } from '../data/use-resource.ts';
import { optionsOf, Select } from '../kit/Fields.tsx';
import { Card } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { RANGES, type Range, timesOf, valuesOf } from './series-query.ts';
import './overview.css';
import 'uplot/dist/uPlot.min.css';
import './chart.css';

/** The charts are read again after this many ms: the finest values are 5 s apart. */
const EVERY_MS = 5000;

/** Players online over time. */
export default function History() {
  const text = texts.value.overview;
  const range = useSignal<Range>('hour');
  const series = useResource((signal) => {
    const From = new Date(Date.now() - RANGES[range.value]).toISOString();
    return client().call(getSeries, { query: { Names: 'online', From, Points: 720 }, signal });
  });
  useRefreshEvery(EVERY_MS, [series]);
  return (
    <Card
      title={text.online}
      tools={<Select label={text.range} bind={range} options={optionsOf(text.ranges)} />}
    >
      <AsyncView
        resource={series}
        rows={1}
        rowPx={220}
        isEmpty={(value) => (value.Values[0] ?? []).length === 0}
        empty={text.noValues}
      >
        {(value) => (
          <div class="charts">
            <Chart series={value} label={text.online} />
            <AsTable series={value} />
          </div>
        )}
      </AsyncView>
    </Card>
  );
}

/** The chart as a table for those who cannot see it, with a limited number of rows. */
const ROWS = 60;

function AsTable({ series }: { series: Series }) {
  const text = texts.value.overview;
  const times = timesOf(series);
  const every = Math.ceil(times.length / ROWS);
  const rows = times.map((atMs, at) => ({ atMs, at })).filter(({ at }) => at % every === 0);
  const values = valuesOf(series, 'online');
  return (
    <details>
      <summary>{text.asTable}</summary>
      <PlainTable
        label={text.asTable}
        rows={rows}
        keyOf={({ at }) => String(at)}
        columns={[
          { title: text.time, cell: ({ atMs }) => formatDateTime(atMs) },
          {
            title: text.online,
            figures: true,
            cell({ at }) {
              const value = values[at] ?? null;
              return value === null ? '–' : formatNumber(value);
            },
          },
        ]}
      />
    </details>
  );
}

/** Between the ticks of counts, so that none is a part of one. */
const COUNT_STEPS = [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power]);
const HEIGHT_PX = 200;

/** Ticks a day apart or more are days, others times of the day. */
function timeText(atMs: number, ticks: readonly number[]): string {
  const [first = 0, second = 0] = ticks;
  return second - first >= 86_400_000 ? formatDay(atMs) : formatTime(atMs);
}

/** A line over time. The only place that draws with uPlot. */
function Chart({ series, label }: { series: Series; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(series);
  latest.current = series;
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const style = getComputedStyle(element); // it follows the theme
    const color = (name: string) => style.getPropertyValue(name);
    const axis = {
      stroke: () => color('--text-2'),
      grid: { stroke: () => color('--line'), width: 1 },
      ticks: { show: false },
      font: `11px ${color('--font')}`,
    };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      ms: 1,
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] } },
      axes: [
        { ...axis, size: 28, space: 80, values: (_, ticks) => ticks.map((tick) => timeText(tick, ticks)) },
        {
          ...axis,
          incrs: COUNT_STEPS,
          size: 64,
          values: (_, ticks) => ticks.map((tick) => formatNumber(tick)),
        },
      ],
      series: [
        {},
        {
          stroke: () => color('--accent'),
          width: 1.5,
          fill: () => `color-mix(in srgb, ${color('--accent')} 18%, transparent)`,
          points: { show: false },
        },
      ],
      hooks: { draw: [(drawn) => drawMarks(drawn, latest.current, color('--text-3'))] },
    };
    const chart = new uPlot(options, dataOf(series), element);
    plot.current = chart;
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    resize.observe(element);
    const stopTheme = effect(() => void (shownTheme.value && chart.redraw()));
    return () => {
      resize.disconnect();
      stopTheme();
      chart.destroy();
      plot.current = undefined;
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf(series)), [series]);
  return <div ref={box} class="chart" role="img" aria-label={label} />;
}

const dataOf = (series: Series): uPlot.AlignedData => [timesOf(series), [...valuesOf(series, 'online')]];

/** Vertical lines at what the service has marked, such as its start. */
function drawMarks(plot: uPlot, { Marks }: Series, color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash([4, 4]);
  for (const { At } of Marks) {
    const x = Math.round(plot.valToPos(Date.parse(At), 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
