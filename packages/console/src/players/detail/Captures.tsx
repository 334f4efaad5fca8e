import type { PlayerProgress } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { palName, speciesOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { PalSeal } from '../../glyphs/PalSeal.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Layout.tsx';
import { speciesEntry } from '../../pals/pal-facts.ts';
import { texts } from '../../texts/texts.ts';
import { captureTally } from './progress-facts.ts';

/** Species that are shown before somebody asks for all. */
const FIRST = 24;

/** What a player has caught, the most frequent first. */
export function Captures({ progress }: { progress: PlayerProgress }): JSX.Element {
  const text = texts.value.player;
  const showsAll = useSignal(false);
  const tally = captureTally(progress);
  const caught = Object.entries(progress.Captures?.palCaptureCounts ?? {})
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const shown = showsAll.value ? caught : caught.slice(0, FIRST);
  return (
    <Card
      title={text.captures}
      note={tally && text.captureSum(formatNumber(tally.species), formatNumber(tally.caught))}
    >
      {caught.length === 0 && <p class="faint">{text.noCaptures}</p>}
      <ul class="captures">
        {shown.map(([id, count]) => (
          <li key={id}>
            <PalSeal species={speciesOf(id)} element={speciesEntry(id)?.Elements[0]} size={20} />
            <span class="tick-name">{palName(id)}</span>
            <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {caught.length > shown.length && (
        <Button
          kind="bare"
          onClick={() => {
            showsAll.value = true;
          }}
        >
          {text.showAll(formatNumber(caught.length))}
        </Button>
      )}
    </Card>
  );
}
