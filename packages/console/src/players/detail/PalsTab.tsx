import './pals-tab.css';
import type { PalRow, PlayerDetails, PlayerPals } from '@palatine/contract';
import { type Signal, useSignal } from '@preact/signals';
import LayoutGrid from 'lucide/dist/esm/icons/layout-grid.mjs';
import List from 'lucide/dist/esm/icons/list.mjs';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Sheet } from '../../kit/Sheet.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { useRoving } from '../../kit/use-roving.ts';
import { queryParameter, setQuery } from '../../navigation/router.ts';
import { EmptyPalSlot, PalCard } from '../../pals/PalCard.tsx';
import { COMPARED, PalCompare, palTitle } from '../../pals/PalCompare.tsx';
import { PalRows } from '../../pals/PalRows.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';

const box = queryParameter('box');
const page = queryParameter('page');
const look = queryParameter('look');

/** The Pals of a player: team, Palbox page by page, and the workers of the guild's bases. */
export function PalsTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const compared = useSignal<readonly PalRow[]>([]);
  const comparing = useSignal(false);
  const asList = useSignal(false);
  const pals = useResource(
    (signal) =>
      client().getPlayerPals({
        params: { uid },
        query: {
          Box: box.value || 'Team',
          Page: Math.max(0, Number(page.value || '1') - 1 || 0),
          ...(look.value !== '' && { Text: look.value }),
        },
        signal,
      }),
    [uid],
  );
  useTouch(pals, (event) => playersOf(event).includes(uid));
  function toggleCompared(pal: PalRow): void {
    const others = compared.value.filter(({ Id }) => Id !== pal.Id);
    const isNew = others.length === compared.value.length;
    compared.value = isNew ? [...others, pal].slice(-COMPARED.most) : others;
    if (compared.value.length < COMPARED.least) comparing.value = false;
  }
  return (
    <>
      <div class="tab-tools">
        <SearchField label={text.findPal} value={look.value} onInput={(value) => setQuery({ look: value })} />
        <Age of={pals} />
        <span class="toolbar-end">
          <IconButton
            icon={asList.value ? LayoutGrid : List}
            label={asList.value ? text.asCards : text.asList}
            onClick={() => assign(asList, !asList.value)}
          />
          {compared.value.length >= COMPARED.least && (
            <Button aria-pressed={comparing.value} onClick={() => assign(comparing, !comparing.value)}>
              {texts.value.palDetails.compared(compared.value.length)}
            </Button>
          )}
          <ActionButton action="givePals" target={playerTarget(details.Player)} text={text.givePals} />
        </span>
      </div>
      {comparing.value && <PalCompare pals={compared.value} onLeaveOut={toggleCompared} />}
      <Faces of={pals} rows={6} unknown={({ Known }) => (Known ? undefined : text.unknownPals)}>
        {(found) => (
          <>
            <BoxChoice boxes={found.Boxes ?? []} shown={found.Box ?? 'Team'} />
            <BoxPage
              found={found}
              compared={compared.value}
              onCompare={toggleCompared}
              asList={asList.value}
            />
          </>
        )}
      </Faces>
    </>
  );
}

/** The boxes of a player; while one looks for something, with how many of each fit. */
function BoxChoice({ boxes, shown }: { boxes: NonNullable<PlayerPals['Boxes']>; shown: string }) {
  const text = texts.value.player;
  let bases = 0;
  return (
    <fieldset class="chips">
      <legend class="spoken">{text.boxes}</legend>
      {boxes.map(({ Box, Slots, Occupied, Hits }) => {
        if (Box.startsWith('Camp:')) bases += 1;
        const name =
          Box === 'Team' ? text.team : Box === 'Palbox' ? text.palbox : text.base(formatNumber(bases));
        return (
          <button
            key={Box}
            type="button"
            aria-pressed={Box === shown}
            onClick={() => setQuery({ box: Box === 'Team' ? '' : Box, page: '' })}
          >
            {name}{' '}
            <span class="faint">
              {Hits === undefined
                ? text.of(formatNumber(Occupied), formatNumber(Slots))
                : text.fitting(formatNumber(Hits))}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface BoxPageProps {
  found: PlayerPals;
  compared: readonly PalRow[];
  onCompare: (pal: PalRow) => void;
  /** As lines, in place of slots. */
  asList: boolean;
}

/** A page of a box as slots, and a Pal of it beside them. */
function BoxPage({ found, compared, onCompare, asList }: BoxPageProps) {
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
