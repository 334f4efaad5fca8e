import { getSeries, type Series, type SeriesName } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatBytes, formatDateTime, formatDay, formatNumber, formatTime } from '../data/format.ts';
import { useEvery } from '../data/use-every.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Card } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { Select } from '../kit/Select.tsx';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { BYTE_STEPS, Chart, COUNT_STEPS } from './Chart.tsx';
import './overview.css';
import { MEASURES, type Measure, RANGES, type Range, timesOf, valuesOf } from './series-query.ts';

/** The charts are read again after so many ms: the finest values are 5 s apart. */
const EVERY_MS = 5000;

/** Players online over time, and below it one measure of the service. */
export default function History() {
  const text = texts.value.overview;
  const range = useSignal<Range>('hour');
  const measure = useSignal<Measure>('answerP95Ms');
  const series = useResource((signal) => {
    const From = new Date(Date.now() - RANGES[range.value]).toISOString();
    const Names = ['online', ...MEASURES].join(',');
    return client().call(getSeries, { query: { Names, From, Points: 720 }, signal });
  });
  useEvery(EVERY_MS, [series]);
  const options = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, name]) => ({ value, text: name }));
  return (
    <Card
      title={text.online}
      tools={
        <Select
          label={text.range}
          value={range.value}
          options={options(text.ranges)}
          onChange={(next) => {
            range.value = next as Range; // one of the options
          }}
        />
      }
    >
      <Faces
        of={series}
        rows={1}
        rowPx={220}
        isEmpty={(value) => (value.Values[0] ?? []).length === 0}
        empty={text.noValues}
      >
        {(value) => (
          <div class="charts">
            <Plot
              series={value}
              name="online"
              label={text.online}
              steps={COUNT_STEPS}
              height={200}
              format={(n) => formatNumber(n)}
            />
            <header>
              <h3>{text.service}</h3>
              <Select
                label={text.measure}
                value={measure.value}
                options={options(text.measures)}
                onChange={(next) => {
                  measure.value = next as Measure; // one of the options
                }}
              />
            </header>
            <Plot
              key={measure.value}
              series={value}
              name={measure.value}
              label={text.measures[measure.value]}
              steps={STEPS[measure.value]}
              height={130}
              format={formatOf(measure.value)}
            />
            <AsTable series={value} measure={measure.value} />
          </div>
        )}
      </Faces>
    </Card>
  );
}

/** What lies between two ticks of a measure, where it is not a round decimal number. */
const STEPS: Partial<Record<Measure, readonly number[]>> = { queue: COUNT_STEPS, rssBytes: BYTE_STEPS };

interface PlotProps {
  series: Series;
  name: SeriesName;
  label: string;
  steps: readonly number[] | undefined;
  height: number;
  format: (value: number) => string;
}

function Plot({ series, name, label, steps, height, format }: PlotProps) {
  const marks = texts.value.overview.marks;
  const drawn = useMemo(
    () => ({
      timesMs: timesOf(series),
      values: valuesOf(series, name),
      marks: series.Marks.map(({ At, Kind }) => ({ atMs: Date.parse(At), text: marks[Kind] })),
    }),
    [series, name, marks],
  );
  return (
    <Chart
      {...drawn}
      label={label}
      steps={steps}
      height={height}
      format={format}
      formatTime={tickText}
      group="overview"
    />
  );
}

/** Ticks a day apart or more are days, others times of the day. */
function tickText(atMs: number, ticks: readonly number[]): string {
  const [first = 0, second = 0] = ticks;
  return second - first >= 86_400_000 ? formatDay(atMs) : formatTime(atMs);
}

function formatOf(measure: Measure): (value: number) => string {
  if (measure === 'rssBytes') return formatBytes;
  if (measure === 'queue') return (value) => formatNumber(value);
  return (value) => texts.value.health.ms(formatNumber(value, 1));
}

/** What the charts show, for those who cannot see them: at most so many rows. */
const ROWS = 60;

function AsTable({ series, measure }: { series: Series; measure: Measure }) {
  const text = texts.value.overview;
  const times = timesOf(series);
  const every = Math.ceil(times.length / ROWS);
  const rows = times.map((atMs, at) => ({ atMs, at })).filter(({ at }) => at % every === 0);
  const shown = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? '–' : format(value);
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
            cell: ({ at }) => shown(valuesOf(series, 'online')[at], (value) => formatNumber(value)),
          },
          {
            title: text.measures[measure],
            figures: true,
            cell: ({ at }) => shown(valuesOf(series, measure)[at], formatOf(measure)),
          },
        ]}
      />
    </details>
  );
}
