import { getTrails } from '@palatine/contract';
import { Pause, Play } from 'lucide';
import type { TargetedEvent } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatDateTime } from '../../data/format.ts';
import { optionsOf, Select } from '../../kit/Fields.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import type { MapState } from '../map-state.ts';
import { advance, RANGE_NAMES, type RangeName, SPEEDS, seek, startReplay } from '../past/replay.ts';
import './time-bar.css';

/** Live, or a replay of the past with its slider. Nothing for a token that may not read trails. */
export function TimeBar({ state }: { state: MapState }) {
  const text = texts.value.map;
  const replay = state.replay.value;
  useEffect(() => {
    if (!replay?.playing) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(nowMs) {
      const { value } = state.replay;
      if (value !== undefined) state.replay.value = advance(value, nowMs - before);
      before = nowMs;
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [replay?.playing, state]);
  if (!may(getTrails)) return null;
  const { loading, error, value } = state.past.resources.trails;
  const isEmpty = !loading.value && error.value === undefined && value.value?.length === 0;
  const options = [{ value: 'live' as const, text: text.live }, ...optionsOf(text.replayOf, RANGE_NAMES)];
  return (
    <section
      class="map-time cluster"
      aria-label={text.replay}
      data-replay={replay !== undefined}
      data-over-map
    >
      <Select<RangeName | 'live'>
        label={text.replay}
        value={replay?.range ?? 'live'}
        options={options}
        onChange={(value) =>
          (state.replay.value = value === 'live' ? undefined : startReplay(value, Date.now()))
        }
      />
      {replay && (
        <>
          <IconButton
            icon={replay.playing ? Pause : Play}
            label={replay.playing ? text.pause : text.play}
            onClick={() => {
              const from = replay.atMs >= replay.toMs ? seek(replay, replay.fromMs) : replay;
              state.replay.value = { ...from, playing: !replay.playing };
            }}
          />
          <input
            type="range"
            min={replay.fromMs}
            max={replay.toMs}
            step={1000}
            value={replay.atMs}
            aria-label={text.time}
            aria-valuetext={formatDateTime(replay.atMs)}
            onInput={({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
              state.replay.value = { ...seek(replay, Number(currentTarget.value)), playing: false };
            }}
          />
          <time class="mono" dateTime={new Date(replay.atMs).toISOString()}>
            {formatDateTime(replay.atMs)}
          </time>
          <Select
            label={text.speed}
            value={String(replay.speed)}
            options={SPEEDS.map(String).map((speed) => ({ value: speed, text: text.times(speed) }))}
            onChange={(value) => (state.replay.value = { ...replay, speed: Number(value) })}
          />
          {isEmpty && <span class="faint">{text.noTrails}</span>}
        </>
      )}
    </section>
  );
}
