import type { PalRow } from '@palatine/contract';
import { lookUp, nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { WORKS } from '../glyphs/works.ts';
import { Icon } from '../kit/Icon.tsx';
import { Meter } from '../kit/Meter.tsx';
import { texts } from '../texts/texts.ts';
import type { Work } from './pal-facts.ts';
import './pals.css';

const MOST_IV = 100;

/** The three IVs that count in the game, as bars. */
export function Ivs({ ivs }: { ivs: PalRow['IVs'] }) {
  const text = texts.value.palDetails;
  return (
    <div class="ivs">
      {(['Health', 'AttackShot', 'Defense'] as const).map((name) => (
        <div key={name} class="iv">
          <span class="quiet">{text.ivs[name]}</span>
          <Meter
            label={text.ivs[name]}
            value={ivs[name]}
            max={MOST_IV}
            text={formatNumber(ivs[name])}
            tone={ivs[name] > MOST_IV ? 'danger' : ivs[name] >= 90 ? 'ok' : 'accent'}
          />
          <strong>{formatNumber(ivs[name])}</strong>
        </div>
      ))}
    </div>
  );
}

/** Ranks below 0 are bad, 4 and more are rainbow, as in the game. */
function passiveTone(rank = 0): string {
  if (rank < 0) return 'bad';
  return rank >= 4 ? 'rainbow' : rank >= 2 ? 'good' : 'plain';
}

/** Passives, coloured by rank; the rank is said in signs as well. */
export function Passives({ ids }: { ids: readonly string[] }) {
  const text = texts.value.palDetails;
  if (ids.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="passives">
      {ids.map((id) => {
        const { Rank: rank = 0 } = lookUp('Passives', id) ?? {};
        return (
          <li key={id} class={passiveTone(rank)} title={id}>
            {nameOf('Passives', id)}
            {rank !== 0 && (
              <span class="passive-rank">
                <span aria-hidden="true">{(rank < 0 ? '▾' : '▴').repeat(Math.min(5, Math.abs(rank)))}</span>
                <span class="spoken">{text.rank(rank)}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Kinds of work with their ranks; what was added and what is switched off is said. */
export function Works({ works }: { works: readonly Work[] }) {
  const text = texts.value.palDetails;
  if (works.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="works">
      {works.map(({ id, rank, added, isOff }) => (
        <li key={id} class={isOff ? 'off' : undefined}>
          <Icon shape={WORKS[id]} size={16} />
          {text.works[id]}
          <strong>{formatNumber(rank)}</strong>
          {added > 0 && <span class="chip">+{formatNumber(added)}</span>}
          {isOff && <span class="faint">{text.off}</span>}
        </li>
      ))}
    </ul>
  );
}
