import { getSeries, type Series } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { formatDateTime } from '../data/format.ts';
import { useEvery } from '../data/use-every.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { assign } from '../kit/assign.ts';
import { Card } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { optionsOf, Select } from '../kit/Select.tsx';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Chart, type Shown, valueText } from './Chart.tsx';
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
  return (
    <Card
      title={text.online}
      tools={
        <Select
          label={text.range}
          value={range.value}
          options={optionsOf(text.ranges)}
          onChange={(next) => assign(range, next)}
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
            <Chart series={value} name="online" label={text.online} height={200} />
            <header>
              <h3>{text.service}</h3>
              <Select
                label={text.measure}
                value={measure.value}
                options={optionsOf(text.measures)}
                onChange={(next) => assign(measure, next)}
              />
            </header>
            <Chart series={value} name={measure.value} label={text.measures[measure.value]} height={130} />
            <AsTable series={value} measure={measure.value} />
          </div>
        )}
      </Faces>
    </Card>
  );
}

/** What the charts show, for those who cannot see them: at most so many rows. */
const ROWS = 60;

function AsTable({ series, measure }: { series: Series; measure: Measure }) {
  const text = texts.value.overview;
  const times = timesOf(series);
  const every = Math.ceil(times.length / ROWS);
  const rows = times.map((atMs, at) => ({ atMs, at })).filter(({ at }) => at % every === 0);
  const column = (name: Shown, title: string) => ({
    title,
    figures: true,
    cell({ at }: { at: number; atMs: number }) {
      const value = valuesOf(series, name)[at] ?? null;
      return value === null ? '–' : valueText(name, value);
    },
  });
  return (
    <details>
      <summary>{text.asTable}</summary>
      <PlainTable
        label={text.asTable}
        rows={rows}
        keyOf={({ at }) => String(at)}
        columns={[
          { title: text.time, cell: ({ atMs }) => formatDateTime(atMs) },
          column('online', text.online),
          column(measure, text.measures[measure]),
        ]}
      />
    </details>
  );
}
