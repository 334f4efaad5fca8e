import type { PalRow, PlayerDetails, PlayerPals } from '@palatine/contract';
import { type Signal, useSignal } from '@preact/signals';
import { LayoutGrid, List } from 'lucide';
import { useRef } from 'preact/hooks';
import { palName } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { aboutPlayer } from '../../data/live.ts';
import { useRefreshOn, useResource } from '../../data/use-resource.ts';
import { Chips } from '../../kit/Chips.tsx';
import { SearchField } from '../../kit/Fields.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { SheetOf } from '../../kit/Sheet.tsx';
import { useRoving } from '../../kit/use-roving.ts';
import { queryParameter, setQuery } from '../../navigation/router.ts';
import { hpText, Ivs, PalCard, PalMarks, Passives, palTitle } from '../../pals/PalFigures.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import { ActionButton, PlayerPart } from './ActionButton.tsx';
import './pals-tab.css';
import '../../pals/pals.css';

const box = queryParameter('box');
const page = queryParameter('page');
const look = queryParameter('look');

/** The Pals of a player: team, Palbox page by page, and the workers of the guild's bases. */
export function PalsTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
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
  useRefreshOn(pals, aboutPlayer(uid));
  return (
    <PlayerPart
      resource={pals}
      unknown={text.unknownPals}
      search={
        <SearchField label={text.findPal} value={look.value} onChange={(next) => setQuery({ look: next })} />
      }
      tools={
        <>
          <IconButton
            icon={asList.value ? LayoutGrid : List}
            label={asList.value ? text.asCards : text.asList}
            onClick={() => (asList.value = !asList.value)}
          />
          <ActionButton action="givePals" player={details.Player} text={text.givePals} />
        </>
      }
    >
      {(value) => (
        <>
          <BoxChoice boxes={value.Boxes ?? []} current={value.Box ?? 'Team'} />
          <BoxPage pals={value} asList={asList.value} />
        </>
      )}
    </PlayerPart>
  );
}

/** The boxes of a player; while one looks for something, with how many of each fit. */
function BoxChoice({ boxes, current }: { boxes: NonNullable<PlayerPals['Boxes']>; current: string }) {
  const text = texts.value.player;
  let bases = 0;
  return (
    <Chips
      label={text.boxes}
      value={current}
      options={boxes.map(({ Box, Slots, Occupied, Hits }) => {
        if (Box.startsWith('Camp:')) bases += 1;
        const name =
          Box === 'Team' ? text.team : Box === 'Palbox' ? text.palbox : text.base(formatNumber(bases));
        const count =
          Hits === undefined
            ? text.of(formatNumber(Occupied), formatNumber(Slots))
            : text.fitting(formatNumber(Hits));
        return {
          value: Box,
          text: (
            <>
              {name} <span class="faint">{count}</span>
            </>
          ),
        };
      })}
      onChange={(box) => setQuery({ box: box === 'Team' ? '' : box, page: '' })}
    />
  );
}

function BoxPage({ pals, asList }: { pals: PlayerPals; asList: boolean }) {
  const { Rows = [], Pages = [], Page = 0 } = pals;
  const openId = useSignal('');
  const open = Rows.find(({ Id }) => Id === openId.value);
  return (
    <>
      {Pages.length > 1 && <PageStrip pages={Pages} page={Page} />}
      {asList ? (
        <PalRows pals={Rows} onOpen={({ Id }) => (openId.value = Id)} />
      ) : (
        <BoxSlots pals={pals} openId={openId} />
      )}
      <SheetOf subject={open} onClose={() => (openId.value = '')} title={palTitle}>
        {(pal) => <PalSheet key={pal.Id} pal={pal} hasName={false} />}
      </SheetOf>
    </>
  );
}

function BoxSlots({ pals, openId }: { pals: PlayerPals; openId: Signal<string> }) {
  const { Rows = [], PageSlots = 30, Box = 'Team' } = pals;
  const group = useRef<HTMLUListElement>(null);
  useRoving(group);
  const bySlot = new Map(Rows.map((pal, at) => [(pal.Place.Slot ?? at) % PageSlots, pal]));
  return (
    <ul ref={group} class={Box === 'Team' ? 'team' : 'box-page'} aria-label={texts.value.player.boxes}>
      {Array.from({ length: PageSlots }, (_, at) => {
        const pal = bySlot.get(at);
        return (
          <li key={at}>
            <PalCard
              pal={pal}
              isOpen={pal?.Id === openId.value}
              dimmed={pal?.Hit === false}
              onOpen={({ Id }) => (openId.value = Id)}
            />
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
    <nav ref={group} class="page-strip cluster tight" aria-label={text.pages}>
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

function PalRows({ pals, onOpen }: { pals: readonly PalRow[]; onOpen: (pal: PalRow) => void }) {
  const text = texts.value.palDetails;
  const columns: PlainColumn<PalRow>[] = [
    {
      title: texts.value.players.columns.name,
      cell: (pal) => (
        <button type="button" class="pal-open plain-link" onClick={() => onOpen(pal)}>
          {palName(pal.PalID)}
          {pal.Nickname !== '' && (
            <span class="quiet">
              {' '}
              <Name text={pal.Nickname} />
            </span>
          )}
        </button>
      ),
    },
    { title: text.columns.level, figures: true, cell: ({ Level }) => formatNumber(Level) },
    { title: text.columns.marks, cell: (pal) => <PalMarks pal={pal} /> },
    { title: text.ivsTitle, cell: ({ IVs }) => <Ivs ivs={IVs} inline /> },
    { title: text.passives, cell: ({ Passives: ids }) => <Passives ids={ids} /> },
    { title: text.columns.hp, figures: true, cell: (pal) => <span class="truncate">{hpText(pal)}</span> },
  ];
  const label = texts.value.player.boxes;
  return <PlainTable label={label} columns={columns} rows={pals} keyOf={({ Id }) => Id} />;
}
