import type { PalRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Status } from '../faces/Status.tsx';
import { Card, Columns } from '../kit/Layout.tsx';
import { PalCard } from '../pals/PalCard.tsx';
import { PalSheet } from '../pals/PalSheet.tsx';
import { texts } from '../texts/texts.ts';
import { worstFirst } from './worst-first.ts';

/** The Pals that work at a base: those that need something first, and one of them beside. */
export function Workers({ of }: { of: readonly PalRow[] }): JSX.Element {
  const text = texts.value.bases;
  const opened = useSignal('');
  const pal = of.find(({ Id }) => Id === opened.value);
  const ailing = of.filter(({ Condition }) => Condition !== 'Fine').length;
  if (of.length === 0) return <div class="face">{text.noWorkers}</div>;
  return (
    <Columns wide>
      <Card
        title={text.workers}
        note={
          ailing === 0 ? (
            <Status tone="ok">{text.allFine}</Status>
          ) : (
            <Status tone="warn">{text.ailing(ailing)}</Status>
          )
        }
      >
        <ul class="base-workers">
          {worstFirst(of).map((each) => (
            <li key={each.Id}>
              <PalCard
                pal={each}
                isOpen={each.Id === opened.value}
                onOpen={() => {
                  opened.value = each.Id;
                }}
              />
            </li>
          ))}
        </ul>
      </Card>
      {pal !== undefined && (
        <Card>
          <PalSheet pal={pal} />
        </Card>
      )}
    </Columns>
  );
}
