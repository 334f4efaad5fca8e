import type { PalRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Faces } from '../../faces/Faces.tsx';
import { Card } from '../../kit/Layout.tsx';
import { Sheet } from '../../kit/Sheet.tsx';
import { EmptyPalSlot, PalCard } from '../../pals/PalCard.tsx';
import { palTitle } from '../../pals/PalCompare.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

/** The Pals that a player has with them. */
export function Team({ uid }: { uid: string }): JSX.Element {
  const text = texts.value.player;
  const open = useSignal<PalRow | undefined>(undefined);
  const team = useResource(
    (signal) => client().getPlayerPals({ params: { uid }, query: { Box: 'Team' }, signal }),
    [uid],
  );
  useTouch(team, (event) => playersOf(event).includes(uid));
  return (
    <Card title={text.team}>
      <Faces of={team} rows={1} unknown={({ Known }) => (Known ? undefined : text.unknownPals)}>
        {({ Rows = [], PageSlots = 5 }) => (
          <ul class="team">
            {Array.from({ length: PageSlots }, (_, at) => {
              const pal = Rows.find(({ Place }) => Place.Slot === at);
              return (
                <li key={at}>
                  {pal === undefined ? (
                    <EmptyPalSlot />
                  ) : (
                    <PalCard
                      pal={pal}
                      onOpen={() => {
                        open.value = pal;
                      }}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Faces>
      <Sheet
        open={open.value !== undefined}
        onClose={() => {
          open.value = undefined;
        }}
        side={innerWidth < 720 ? 'bottom' : 'end'}
        title={open.value === undefined ? '' : palTitle(open.value)}
      >
        {open.value && <PalSheet pal={open.value} named={false} />}
      </Sheet>
    </Card>
  );
}
