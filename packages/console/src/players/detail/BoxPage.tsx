import type { PalRow, PlayerPals } from '@palatine/contract';
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../../data/format.ts';
import { assign } from '../../kit/assign.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Sheet } from '../../kit/Sheet.tsx';
import { useRoving } from '../../kit/use-roving.ts';
import { setQuery } from '../../navigation/router.ts';
import { EmptyPalSlot, PalCard } from '../../pals/PalCard.tsx';
import { palTitle } from '../../pals/PalCompare.tsx';
import { PalRows } from '../../pals/PalRows.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { texts } from '../../texts/texts.ts';

export interface BoxPageProps {
  found: PlayerPals;
  compared: readonly PalRow[];
  onCompare: (pal: PalRow) => void;
  /** As lines, in place of slots. */
  asList: boolean;
}

/** A page of a box as slots, and a Pal of it beside them. */
export function BoxPage({ found, compared, onCompare, asList }: BoxPageProps) {
  const { Rows = [], Pages = [], Page = 0 } = found;
  const openId = useSignal('');
  const open = Rows.find(({ Id }) => Id === openId.value);
  return (
    <>
      {Pages.length > 1 && <PageStrip pages={Pages} page={Page} />}
      {asList ? (
        <PalRows
          label={texts.value.player.boxes}
          pals={Rows}
          onOpen={({ Id }) => {
            openId.value = Id;
          }}
        />
      ) : (
        <BoxSlots found={found} openId={openId} />
      )}
      <Sheet
        open={open !== undefined}
        onClose={() => assign(openId, '')}
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

function BoxSlots({ found, openId }: { found: PlayerPals; openId: Signal<string> }) {
  const { Rows = [], PageSlots = 30, Box = 'Team' } = found;
  const group = useRef<HTMLUListElement>(null);
  useRoving(group);
  const bySlot = new Map(Rows.map((pal, at) => [(pal.Place.Slot ?? at) % PageSlots, pal]));
  return (
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
                onOpen={() => assign(openId, pal.Id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The pages of a Palbox; those with something in them are dark, those that fit what is looked for are lit. */
function PageStrip({ pages, page }: { pages: NonNullable<PlayerPals['Pages']>; page: number }) {
  const text = texts.value.player;
  const group = useRef<HTMLElement>(null);
  useRoving(group);
  return (
    <nav ref={group} class="page-strip" aria-label={text.pages}>
      {pages.map(({ Occupied, Hits }, at) => (
        <button
          key={at}
          type="button"
          class={Hits !== undefined && Hits > 0 ? 'lit' : Occupied > 0 ? 'used' : ''}
          aria-current={at === page ? 'page' : undefined}
          aria-label={text.pageHolds(formatNumber(at + 1), formatNumber(Hits ?? Occupied))}
          onClick={() => setQuery({ page: at === 0 ? '' : String(at + 1) })}
        >
          {formatNumber(at + 1)}
        </button>
      ))}
    </nav>
  );
}
