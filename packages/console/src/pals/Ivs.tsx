import type { PalRow } from '@palatine/contract';
import { formatNumber } from '../data/format.ts';
import { Meter } from '../kit/Meter.tsx';
import { texts } from '../texts/texts.ts';
import './pals.css';

/** The game's highest IV. */
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
