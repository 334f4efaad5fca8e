import { useSignal } from '@preact/signals';
import { nowMs } from '../data/clock.ts';
import { formatNumber } from '../data/format.ts';
import { Card } from '../kit/Layout.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Lanes, SpanChips, useLanes } from './Lanes.tsx';
import { changesOf, countAt, isoAt, minuteOf, rangeOf, type SpanName } from './presence.ts';

/** Lanes of the strip; the timeline has all. */
const MAX_LANES = 14;

/** The players of the last day or week, with a cursor; a click leads to the timeline. */
export default function PresenceStrip() {
  const text = texts.value.presence;
  const span = useSignal<SpanName>('day');
  const atMs = useSignal<number | undefined>(undefined);
  const lanes = useLanes(() => rangeOf(span.value, undefined, Date.now()), span.value);
  const timeline = (at?: number) =>
    hrefOf('/players', {
      view: 'timeline',
      ...(span.value === 'week' && { span: 'week' }),
      at: isoAt(at),
    });
  const all = lanes.value.value ?? [];
  const most = Math.max(0, ...changesOf(all).map((moment) => countAt(all, moment)));
  return (
    <Card
      title={text.last[span.value]}
      note={all.length === 0 ? undefined : text.seen(all.length, most)}
      tools={
        <>
          <SpanChips value={span.value} onChange={(next) => (span.value = next)} />
          <a class="card-link plain-link" href={timeline(atMs.value)}>
            {texts.value.commands.views.timeline}
          </a>
        </>
      }
    >
      <AsyncView resource={lanes} rows={6} rowPx={16} empty={text.nobody}>
        {(value) => (
          <Lanes
            lanes={value.slice(0, MAX_LANES)}
            span={span.value}
            range={rangeOf(span.value, undefined, minuteOf(nowMs.value))}
            atMs={atMs.value}
            onPoint={(moment) => (atMs.value = moment)}
            onChoose={(moment) => navigate(timeline(moment))}
          />
        )}
      </AsyncView>
      {all.length > MAX_LANES && (
        <a class="card-link plain-link" href={timeline()}>
          {text.more(formatNumber(all.length - MAX_LANES))}
        </a>
      )}
    </Card>
  );
}
