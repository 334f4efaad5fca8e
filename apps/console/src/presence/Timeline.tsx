import { getTrails } from '@palatine/contract';
import { ChevronLeft, ChevronRight, MapPin } from 'lucide';
import type { ComponentChildren } from 'preact';
import { nowMs } from '../data/clock.ts';
import { formatDuration, formatNumber, formatTime, formatWeekday } from '../data/format.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { localTime } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { address, hrefOf, setQuery } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Name } from '../views/Values.tsx';
import { Lanes, SpanChips, useLanes } from './Lanes.tsx';
import { PersonLink } from './PersonLink.tsx';
import {
  changesOf,
  countLine,
  isoAt,
  type Lane,
  minuteOf,
  nearest,
  presentFirst,
  rangeOf,
  SPANS,
  type SpanName,
  spanAt,
  type TimeRange,
} from './presence.ts';

/** Lanes that are drawn: the page is not the place to count more. */
const MAX_LANES = 300;

/** The presence timeline, a view of the players page. The address holds the cursor's time. */
export default function Timeline({ views }: { views: ComponentChildren }) {
  const text = texts.value.presence;
  const { query } = address.value;
  const span: SpanName = query.get('span') === 'week' ? 'week' : 'day';
  const parsedMs = Date.parse(query.get('at') ?? '');
  const chosenMs = Number.isNaN(parsedMs) ? undefined : parsedMs;
  const minuteMs = minuteOf(nowMs.value);
  const range = rangeOf(span, chosenMs, minuteMs);
  const isLive = range.toMs === minuteMs;
  const lanes = useLanes(() => rangeOf(span, chosenMs, Date.now()), `${span} ${isLive ? 'now' : range.toMs}`);
  const goTo = (atMs: number | undefined) => setQuery({ at: isoAt(atMs) });
  const atMs = chosenMs ?? minuteMs;
  return (
    <PageBody flush>
      <div class="timeline">
        <div class="toolbar cluster">
          {views}
          <span class="cluster at-end">
            <SpanChips value={span} onChange={(next) => setQuery({ span: next === 'week' ? next : '' })} />
            <input
              class="input"
              type="datetime-local"
              aria-label={text.when}
              max={localTime(minuteMs)}
              value={localTime(atMs)}
              onInput={({ currentTarget: { valueAsNumber: ms, value } }) => {
                if (!Number.isNaN(ms)) goTo(new Date(value).getTime());
              }}
            />
            {chosenMs !== undefined && <Button onClick={() => goTo(undefined)}>{text.now}</Button>}
          </span>
        </div>
        <AsyncView resource={lanes} rows={12} rowPx={24}>
          {(value) => (
            <div class="timeline-body">
              <section class="timeline-plot" aria-label={texts.value.commands.views.timeline}>
                {value.length === 0 ? (
                  <p class="view-state">{text.nobody}</p>
                ) : (
                  <Lanes
                    lanes={presentFirst(value, atMs).slice(0, MAX_LANES)}
                    {...{ span, range, seals: true, onChoose: goTo }}
                    atMs={chosenMs === undefined ? undefined : atMs}
                    onPoint={(moment, by) => by === 'key' && goTo(moment)}
                  >
                    <CountLine lanes={value} range={range} />
                  </Lanes>
                )}
              </section>
              <Present lanes={value} atMs={atMs} onGoTo={goTo} />
            </div>
          )}
        </AsyncView>
      </div>
    </PageBody>
  );
}

function CountLine({ lanes, range }: { lanes: readonly Lane[]; range: TimeRange }) {
  const { max, path } = countLine(lanes, range);
  return (
    <div class="lane lane-count" aria-hidden="true">
      <span class="faint">
        {texts.value.presence.online} <span>{formatNumber(max)}</span>
      </span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="lane-area" d={`${path}V100Z`} />
        <path class="lane-line" d={path} />
      </svg>
    </div>
  );
}

/** The players online at a moment, with buttons to the previous and next change. */
function Present(props: { lanes: readonly Lane[]; atMs: number; onGoTo: (atMs: number) => void }) {
  const { lanes, atMs, onGoTo } = props;
  const text = texts.value.presence;
  const changes = changesOf(lanes);
  const present = lanes.flatMap((lane) => {
    const span = spanAt(lane, atMs);
    return span ? [{ lane, span }] : [];
  });
  const near = present.length === 0 ? nearest(lanes, atMs) : undefined;
  const time = formatTime(atMs);
  return (
    <section class="timeline-side" aria-label={text.here(time)}>
      <header>
        <div>
          <h2>
            <span role="status">{present.length === 0 ? text.nobodyAt(time) : text.here(time)}</span>
          </h2>
          <span class="faint">{formatWeekday(atMs)}</span>
        </div>
        <span class="cluster at-end">
          {(
            [
              [ChevronLeft, text.earlier, changes.findLast((moment) => moment < atMs)],
              [ChevronRight, text.later, changes.find((moment) => moment > atMs)],
            ] as const
          ).map(([icon, label, moment]) => (
            <IconButton
              key={label}
              icon={icon}
              label={label}
              disabled={moment === undefined}
              onClick={() => onGoTo(moment ?? atMs)}
            />
          ))}
        </span>
      </header>
      {near && (
        <p class="timeline-near">
          <Button onClick={() => onGoTo(near.atMs)}>
            {text.nearest(formatTime(near.atMs))} <Name text={near.lane.Name} />
          </Button>
        </p>
      )}
      <ul>
        {present.map(({ lane, span: { fromMs, toMs, running } }) => (
          <li key={lane.Uid}>
            <PersonLink person={lane} sealPx={30}>
              <span>
                {running ? text.since(formatTime(fromMs)) : text.fromTo(formatTime(fromMs), formatTime(toMs))}
              </span>
              <span class="faint">{formatDuration(minuteOf(toMs - fromMs))}</span>
            </PersonLink>
          </li>
        ))}
      </ul>
      {may(getTrails) && nowMs.peek() - atMs < SPANS.week && (
        <footer>
          <a class="button plain" href={hrefOf('/map', { time: isoAt(atMs) })}>
            <Icon shape={MapPin} size={16} />
            {text.onMap(time)}
          </a>
        </footer>
      )}
    </section>
  );
}
