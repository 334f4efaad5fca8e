import { PLAYERS_READ_PRIVATE, type PlayerRow, type PlayerSearch } from '@palatine/contract';
import { computed, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { playerActionKeys } from '../actions/action-keys.ts';
import { actionGroups } from '../actions/action-menu.ts';
import { BulkActions } from '../actions/BulkActions.tsx';
import { useTouch } from '../data/use-touch.ts';
import { PageBody } from '../kit/Layout.tsx';
import type { MenuGroup } from '../kit/menu-items.ts';
import { address, type PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { BulkBar } from '../table/BulkBar.tsx';
import { columnChoice } from '../table/column-choice.ts';
import { ListFigures } from '../table/ListFigures.tsx';
import { askedOf } from '../table/list-address.ts';
import { RowMenu, useRowMenu } from '../table/RowMenu.tsx';
import { createRows } from '../table/rows.ts';
import { createSelection } from '../table/selection.ts';
import { TableTools } from '../table/TableTools.tsx';
import { texts } from '../texts/texts.ts';
import { PlayerView } from './detail/PlayerView.tsx';
import { PlayerList, uidOf } from './PlayerList.tsx';
import './players.css';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import { assign } from '../kit/assign.ts';
import { Field } from '../kit/Field.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { ChoiceFilter, filterOf, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { FilterButton, NoFilters, NumberFilter } from '../table/FilterFields.tsx';
import { playerColumns } from './player-columns.tsx';
import { playerMenu } from './player-menu.ts';
import { PLATFORMS, PLAYER_FILTERS, playerQuery, SEEN_DAYS } from './player-query.ts';
import { playerTarget } from './player-target.ts';

/** The players that the world knows, and one of them beside the list. */
export default function PlayersPage({ values }: { values: PathValues }) {
  const { uid = '', tab = '' } = values;
  const text = texts.value.players;
  const list = useMemo(
    () =>
      createRows<PlayerRow, PlayerSearch>(
        (window, signal) =>
          client().searchPlayers({
            query: { ...playerQuery(new URLSearchParams(asked.value), Date.now()), ...window },
            signal,
          }),
        uidOf,
      ),
    [],
  );
  useEffect(() => () => list.dispose(), [list]);
  const selection = useMemo(() => createSelection(uidOf), []);
  const menu = useRowMenu<PlayerRow>();
  const showsPrivate = useSignal(false);
  const scroll = useRef({ topPx: 0 });
  const maySeePrivate = may({ permission: PLAYERS_READ_PRIVATE });
  const columns = playerColumns({ text, maySeePrivate, showsPrivate: showsPrivate.value, mayOpenMap: true });
  const choice = useMemo(() => columnChoice('players', columns), [maySeePrivate]);
  // A key on one of the chosen means all of them.
  const meant = (row: PlayerRow) => (selection.has(row) ? selection.rows.value : [row]);
  const rowKeys = playerActionKeys().map((key) => ({
    ...key,
    run: (row: PlayerRow) => key.run(meant(row).map(playerTarget)),
  }));
  useTouch(list, ({ Type }) => TOUCHING.has(Type));
  useEffect(() => selection.renew(list.value.value?.rows ?? []), [list.value.value]);

  return (
    <PageBody
      flush
      toolbar={
        <>
          <PlayerFilters showsPrivate={maySeePrivate ? showsPrivate : undefined} />
          <span class="toolbar-end">
            <ListFigures list={list} />
            <TableTools columns={columns} choice={choice} list={list} file="players" />
          </span>
        </>
      }
    >
      <div class={uid === '' ? 'list-and-detail' : 'list-and-detail with-detail'}>
        <div class="list-side">
          <PlayerList
            list={list}
            columns={columns.filter(({ id }) => choice.shown.value.has(id))}
            selection={selection}
            openUid={uid}
            openTab={tab}
            scroll={scroll.current}
            onMenu={menu.open}
            rowKeys={rowKeys}
          />
          <BulkBar selection={selection} list={list}>
            <BulkActions targets={selection.rows.value.map(playerTarget)} />
          </BulkBar>
        </div>
        {uid !== '' && (
          <div class="detail-side">
            <PlayerView key={uid} uid={uid} tab={tab} />
          </div>
        )}
      </div>
      <RowMenu opened={menu.opened} label={(row) => text.actionsOf(row?.Name ?? '')} groupsOf={menuOf} />
    </PageBody>
  );
}

/** Where to look, and what can be done to a player. */
function menuOf(row: PlayerRow): MenuGroup[] {
  return [...actionGroups([playerTarget(row)]), ...playerMenu(row, texts.value.players)];
}

/** What the address asks of the list; it stays the same while one walks from player to player. */
const asked = computed(() => askedOf(address.value.query, PLAYER_FILTERS));

/** Events after which the list may show something else. */
const TOUCHING: ReadonlySet<string> = new Set([
  'player.joined',
  'player.left',
  'player.leveled',
  'punishment',
  'guild.changed',
  'grant',
  'pal.caught',
]);

/** What the list of players is filtered by. All of it stands in the address. */
function PlayerFilters({ showsPrivate }: { showsPrivate: Signal<boolean> | undefined }) {
  const text = texts.value.players;
  const status = filterOf('status');
  return (
    <>
      <span class="player-find">
        <SearchFilter name="find" label={text.find} />
      </span>
      <fieldset class="chips">
        <legend class="spoken">{text.columns.status}</legend>
        {(['', 'online', 'offline'] as const).map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={status === value}
            onClick={() => setFilter('status', value)}
          >
            {value === '' ? text.everybody : text[value]}
          </button>
        ))}
      </fieldset>
      <FilterButton hidden={PLAYER_FILTERS.filter((name) => name !== 'find' && name !== 'status')}>
        <MoreFilters />
      </FilterButton>
      {showsPrivate !== undefined && (
        <IconButton
          icon={showsPrivate.value ? EyeOff : Eye}
          label={showsPrivate.value ? text.hidePrivate : text.showPrivate}
          onClick={() => assign(showsPrivate, !showsPrivate.value)}
        />
      )}
    </>
  );
}

function MoreFilters() {
  const { any } = texts.value.table;
  const text = texts.value.players;
  const guild = filterOf('guild');
  const yesOrNo = [
    { value: 'yes', text: text.yes },
    { value: 'no', text: text.no },
  ];
  const guilds = [{ value: 'none', text: text.noGuild }];
  if (guild !== '' && guild !== 'none') guilds.push({ value: guild, text: text.thisGuild });
  return (
    <>
      <Field label={text.columns.platform}>
        <ChoiceFilter
          name="platform"
          any={any}
          options={PLATFORMS.map((name) => ({ value: name, text: name }))}
        />
      </Field>
      <Field label={text.notSeenFor}>
        <ChoiceFilter
          name="seen"
          any={any}
          options={SEEN_DAYS.map((days) => ({ value: days, text: text.days(Number(days)) }))}
        />
      </Field>
      <fieldset class="level-range">
        <legend>{text.columns.level}</legend>
        <NumberFilter name="from" label={text.levelRange.from} digits={4} />
        <NumberFilter name="to" label={text.levelRange.to} digits={4} />
      </fieldset>
      <Field label={text.inGuild}>
        <ChoiceFilter name="guild" any={any} options={guilds} />
      </Field>
      <Field label={text.banned}>
        <ChoiceFilter name="banned" any={any} options={yesOrNo} />
      </Field>
      <Field label={text.hasPlayerFile} hint={text.playerFileHint}>
        <ChoiceFilter name="file" any={any} options={yesOrNo} />
      </Field>
      <NoFilters names={PLAYER_FILTERS} />
    </>
  );
}
