import type { PlayerProgress } from '@palatine/contract';
import Check from 'lucide/dist/esm/icons/check.mjs';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Card } from '../../kit/Layout.tsx';
import { texts } from '../../texts/texts.ts';
import { bossLines } from './progress-facts.ts';

/** The bosses of a kind with a tick for each that a player has defeated. */
export function BossTicks({
  progress,
  kind,
}: {
  progress: PlayerProgress;
  kind: 'tower' | 'raid' | 'alpha' | 'bounty';
}): JSX.Element | null {
  const text = texts.value.player;
  const lines = bossLines(progress, kind);
  if (lines === undefined) return null;
  const done = lines.filter(({ defeated, defeatedHard }) => defeated + defeatedHard > 0).length;
  return (
    <Card title={text.bosses[kind]} note={text.of(formatNumber(done), formatNumber(lines.length))}>
      <ul class="ticks">
        {lines.map(({ boss, defeated, defeatedHard }) => {
          const isDone = defeated + defeatedHard > 0;
          return (
            <li key={boss.ID} class={isDone ? 'done' : undefined}>
              <span class="tick">{isDone && <Icon shape={Check} size={14} />}</span>
              <span class="spoken">{isDone ? text.defeated : text.notDefeated}</span>
              <span class="tick-name" title={boss.Tower || boss.ID}>
                {boss.Name || boss.ID}
              </span>
              {typeof boss.Level === 'number' && (
                <span class="faint">{texts.value.palDetails.lv(formatNumber(boss.Level))}</span>
              )}
              {kind === 'tower' || kind === 'raid' ? (
                <span class="faint">
                  {defeated > 0 && text.times(formatNumber(defeated))}
                  {defeatedHard > 0 && ` ${text.hardTimes(formatNumber(defeatedHard))}`}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
