import type { PalRow, PlayerPals } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Sheet } from '../../kit/Sheet.tsx';
import { useRoving } from '../../kit/use-roving.ts';
import { EmptyPalSlot, PalCard } from '../../pals/PalCard.tsx';
import { palTitle } from '../../pals/PalCompare.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { texts } from '../../texts/texts.ts';
import { PageStrip } from './PageStrip.tsx';

export interface BoxPageProps {
  found: PlayerPals;
  compared: readonly PalRow[];
  onCompare: (pal: PalRow) => void;
}

/** A page of a box as slots, and a Pal of it beside them. */
export function BoxPage({ found, compared, onCompare }: BoxPageProps): JSX.Element {
  const { Rows = [], PageSlots = 30, Pages = [], Page = 0, Box = 'Team' } = found;
  const group = useRef<HTMLUListElement>(null);
  useRoving(group);
  const openId = useSignal('');
  const open = Rows.find(({ Id }) => Id === openId.value);
  const bySlot = new Map(Rows.map((pal, at) => [(pal.Place.Slot ?? at) % PageSlots, pal]));
  return (
    <>
      {Pages.length > 1 && <PageStrip pages={Pages} page={Page} />}
      <ul ref={group} class={Box === 'Team' ? 'team' : 'box-page'} aria-label={texts.value.player.boxes}>
        {Array.from({ length: PageSlots }, (_, at) => {
          const pal = bySlot.get(at);
          return (
            <li key={at}>
              {pal === undefined ? (
                <EmptyPalSlot />
              ) : (
                <PalCard
                  pal={pal}
                  isOpen={pal.Id === openId.value}
                  dimmed={pal.Hit === false}
                  onOpen={() => {
                    openId.value = pal.Id;
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Sheet
        open={open !== undefined}
        onClose={() => {
          openId.value = '';
        }}
        side={innerWidth < 720 ? 'bottom' : 'end'}
        title={open === undefined ? '' : palTitle(open)}
      >
        {open !== undefined && (
          <>
            <Checkbox checked={compared.some(({ Id }) => Id === open.Id)} onChange={() => onCompare(open)}>
              {texts.value.palDetails.compare}
            </Checkbox>
            <PalSheet key={open.Id} pal={open} named={false} />
          </>
        )}
      </Sheet>
    </>
  );
}
