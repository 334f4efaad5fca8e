import {
  FLEET_PLAYERS_READ_PRIVATE,
  getSessions,
  PLAYERS_READ_PRIVATE,
  searchFleetPlayers,
} from '@palatine/contract';
import { Ellipsis } from 'lucide';
import { useMemo } from 'preact/hooks';
import { type ActionId, type Target, targetOfRow } from '../actions/action.ts';
import { actionGroups, playerActionKeys } from '../actions/action-menu.ts';
import { offersFor } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { formatNumber } from '../data/format.ts';
import type { ListReply, WindowQuery } from '../data/rows.ts';
import { PlayerSeal } from '../glyphs/Seals.tsx';
import { Button } from '../kit/Button.tsx';
import { Chips } from '../kit/Chips.tsx';
import { optionsOf } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { atFleet, worldHref } from '../navigation/place.ts';
import { address, hrefOf, navigate, type PathValues, setQuery } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import type { TwoLines } from '../table/column.tsx';
import {
  ChoiceField,
  FilterButton,
  filterOf,
  NoFilters,
  NumberFilter,
  SearchFilter,
} from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { withoutEmpty } from '../table/list-query.ts';
import { createSelection } from '../table/table-state.ts';
import { useSearchList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { LazyPart, Loading } from '../views/AsyncView.tsx';
import { Outdated } from '../views/Failure.tsx';
import { LookAlikeMark, Name, Status, Time } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { chosenWorld, WorldFilter } from '../worlds/WorldColumn.tsx';
import { PlayerView } from './detail/PlayerView.tsx';
import { formatSince, PlayerGuild, playerColumns, playerMenu } from './player-columns.tsx';
import { BY_NAME, PLATFORMS, PLAYER_FILTERS, type Player, playerQuery, SEEN_DAYS } from './player-query.ts';

const FILTERS = atFleet ? ['find', 'status', 'world'] : PLAYER_FILTERS;
const keyOf = ({ World = '', Uid }: Player) => `${World}${Uid}`;

const timeline = () => import('../presence/Timeline.tsx');

/** The players that the world knows as a list, or who of them was online when; over a fleet the list of every world. */
export default function PlayersPage({ values }: { values: PathValues }) {
  const isTimeline = filterOf('view') === 'timeline' && values.uid === undefined && hasTimeline();
  if (!isTimeline) return <PlayerList values={values} />;
  return (
    <LazyPart load={timeline} props={{ views: <ViewChips /> }} failed={<Outdated />}>
      <Loading />
    </LazyPart>
  );
}

const hasTimeline = () => !atFleet && may(getSessions);

function PlayerList({ values }: { values: PathValues }) {
  const { uid = '', tab = '' } = values;
  const text = texts.value.players;
  const maySeePrivate = may({ permission: atFleet ? FLEET_PLAYERS_READ_PRIVATE : PLAYERS_READ_PRIVATE });
  const columns = playerColumns(maySeePrivate);
  function open({ World, Uid }: Player): void {
    if (World !== undefined) return location.assign(worldHref(World, `/players/${Uid}`));
    const path = `/players/${Uid}${tab === '' ? '' : `/${tab}`}`;
    navigate(hrefOf(path, Object.fromEntries(address.value.query)), { replace: uid !== '' });
  }
  const choosing = useChoosing();
  const list = useSearchList<Player>({
    id: 'players',
    read: readPlayers,
    keyOf,
    filters: FILTERS,
    sorting: BY_NAME,
    refreshOn: /^(player\.(joined|left|leveled)|punishment|guild\.changed|grant|pal\.caught)$/,
  });
  return (
    <ListView<Player>
      id={atFleet ? 'fleet-players' : 'players'}
      label={texts.value.shell.pages.players}
      {...list}
      nameOf={({ Name, Uid }) => visibleText(Name) || Uid}
      columns={columns}
      lines={playerLines}
      none={atFleet ? text.ofFleet.noPlayers : text.noPlayers}
      noneMatch={text.noneMatch}
      onOpen={open}
      openKey={uid}
      views={<ViewChips />}
      {...(!atFleet && choosing)}
      {...(uid !== '' && { beside: <PlayerView key={uid} uid={uid} tab={tab} /> })}
    >
      <PlayerFilters byIds={maySeePrivate} />
    </ListView>
  );
}

/** The actions at a world for one player, or for those that are chosen. */
function useChoosing() {
  const selection = useMemo(() => createSelection<Player>(keyOf), []);
  // A key on one of the chosen means all of them.
  const meant = (row: Player) => (selection.has(row) ? selection.rows.value : [row]);
  return {
    selection,
    menuOf: (row: Player) => [...actionGroups([targetOfRow(row)]), ...playerMenu(row, texts.value.players)],
    rowKeys: playerActionKeys().map((key) => ({
      ...key,
      run: (row: Player) => key.run(meant(row).map(targetOfRow)),
    })),
    bulk: <BulkActions targets={selection.rows.value.map(targetOfRow)} />,
  };
}

function playerLines(row: Player): TwoLines {
  const text = texts.value.players;
  return {
    lead: <PlayerSeal uid={row.Uid} name={row.Name} size={36} />,
    title: (
      <>
        <Name text={row.Name} />
        <LookAlikeMark name={row.Name} />
        {row.Banned && <span class="chip danger">{text.banned}</span>}
      </>
    ),
    note: (
      <span class="dotted">
        {row.WorldName !== undefined && (
          <span>
            <Name text={row.WorldName} />
          </span>
        )}
        {row.Level !== undefined && <span>{texts.value.palDetails.level(formatNumber(row.Level))}</span>}
        <PlayerGuild row={row} bare />
      </span>
    ),
    end: row.Online ? (
      <Status tone="ok">{row.Since === undefined ? text.online : formatSince(row.Since)}</Status>
    ) : (
      <span class="faint">
        <Time at={row.LastSeen} />
      </span>
    ),
  };
}

function ViewChips() {
  const text = texts.value.players;
  const view = filterOf('view') || filterOf('status');
  const views = ['', 'online', 'offline', ...(hasTimeline() ? (['timeline'] as const) : [])] as const;
  const nameOf = { '': text.everybody, ...text, timeline: texts.value.commands.views.timeline };
  const show = (next: (typeof views)[number]) =>
    setQuery(next === 'timeline' ? { view: next, status: '' } : { view: '', status: next, at: '', span: '' });
  return (
    <Chips
      label={text.columns.status}
      value={view}
      options={views.map((name) => ({ value: name, text: nameOf[name] }))}
      onChange={show}
    />
  );
}

function PlayerFilters({ byIds }: { byIds: boolean }) {
  return (
    <>
      <span class="find-field">
        <SearchFilter name="find" label={findLabel(byIds)} />
      </span>
      <WorldFilter />
      {!atFleet && (
        <FilterButton hidden={PLAYER_FILTERS.filter((name) => name !== 'find' && name !== 'status')}>
          <MoreFilters />
        </FilterButton>
      )}
    </>
  );
}

/** The label of the search; `byIds`: it finds UserIds too, over a fleet. */
function findLabel(byIds: boolean): string {
  const { find, ofFleet } = texts.value.players;
  if (!atFleet) return find;
  return byIds ? ofFleet.find : ofFleet.findNames;
}

function MoreFilters() {
  const text = texts.value.players;
  const guild = filterOf('guild');
  const yesOrNo = optionsOf({ yes: text.yes, no: text.no });
  const guilds = [{ value: 'none', text: text.noGuild }];
  if (guild !== '' && guild !== 'none') guilds.push({ value: guild, text: text.thisGuild });
  const platforms = PLATFORMS.map((name) => ({ value: name, text: name }));
  const days = SEEN_DAYS.map((count) => ({ value: count, text: text.days(Number(count)) }));
  return (
    <>
      <ChoiceField name="platform" label={text.columns.platform} options={platforms} />
      <ChoiceField name="seen" label={text.notSeenFor} options={days} />
      <fieldset class="two-fields">
        <legend class="field-label">{text.columns.level}</legend>
        <NumberFilter name="from" label={text.levelRange.from} digits={4} />
        <NumberFilter name="to" label={text.levelRange.to} digits={4} />
      </fieldset>
      <ChoiceField name="guild" label={text.inGuild} options={guilds} />
      <ChoiceField name="banned" label={text.banned} options={yesOrNo} />
      <ChoiceField name="file" label={text.hasPlayerFile} hint={text.playerFileHint} options={yesOrNo} />
      <NoFilters names={PLAYER_FILTERS} />
    </>
  );
}

/** Reads a window of the players that an address asks for: of a world, or of every world of a fleet in its order. */
async function readPlayers(
  address: URLSearchParams,
  { Limit, Cursor }: WindowQuery,
  signal: AbortSignal,
): Promise<ListReply<Player>> {
  const query = playerQuery(address, Date.now());
  if (!atFleet) {
    const window = { Limit, ...(Cursor !== undefined && { Cursor }) };
    return client().searchPlayers({ query: { ...query, ...window }, signal });
  }
  const { Find, Status } = query;
  const Online = Status === undefined ? undefined : Status === 'Online';
  const fleetQuery = withoutEmpty({ Find, Online, World: chosenWorld(), Limit, Cursor });
  const { Rows, Next } = await client().call(searchFleetPlayers, { query: fleetQuery, signal });
  const rows = Rows.map(({ Guild = '', ...row }) => ({
    ...row,
    GuildName: Guild,
    HasPlayerFile: true,
    Banned: false,
  }));
  return { Rows: rows, Next };
}

const FIRST: readonly ActionId[] = ['message', 'giveItems', 'kick', 'ban', 'deleteBase'];

/** Actions for a selection. The dialog names the targets that it leaves out, even all, and says why. */
function BulkActions({ targets }: { targets: readonly Target[] }) {
  const offers = offersFor(targets);
  const first = offers.filter(({ action }) => FIRST.includes(action.id));
  const rest = actionGroups(targets, FIRST);
  return (
    <>
      {first.map(({ action }) => (
        <Button
          key={action.id}
          kind={action.danger ? 'danger' : 'plain'}
          icon={action.icon}
          onClick={() => openAction(action.id, targets)}
        >
          {texts.value.actions.does[action.id].name}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} kind="plain" label={texts.value.actionDialog.more} />}
          groups={rest}
        />
      )}
    </>
  );
}
