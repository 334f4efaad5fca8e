import type { CampRow } from '@palatine/contract';
import type { BaseTarget } from '../actions/action.ts';
import { actionGroups } from '../actions/action-menu.ts';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber, formatPlace, mapHref } from '../data/format.ts';
import { givenGuildName } from '../data/guilds.ts';
import { optionsOf } from '../kit/Fields.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { type Column, column, count, type Sorting } from '../table/column.tsx';
import { ChoiceFilter, IdleFilter, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { seenBefore, withoutEmpty } from '../table/list-query.ts';
import { useSearchList } from '../table/use-list.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { GuildName, GuildSeen } from '../views/GuildName.tsx';
import { Status } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';

const FILTERS = ['find', 'guild', 'region', 'idle'] as const;
const SORTING: Sorting = { sort: 'Guild', order: 'Ascending' };
const keyOf = ({ Id }: CampRow) => Id;

export function BaseList() {
  const text = texts.value.bases;
  const list = useSearchList<CampRow>({
    id: 'bases',
    read: (query, window, signal) => client().searchCamps({ query: queryOf(query, window), signal }),
    keyOf,
    filters: FILTERS,
    sorting: SORTING,
    refreshOn: /^(base|guild|player)\./,
  });
  return (
    <ListView<CampRow>
      id="bases"
      label={texts.value.shell.pages.bases}
      {...list}
      nameOf={({ GuildName: name, HeadName, Id }) => visibleText(name || HeadName) || Id}
      columns={columnsOf(text)}
      lines={(row) => ({
        title: <GuildName id={row.GuildId} name={row.GuildName} head={row.HeadName} />,
        note: <Where camp={row} />,
        end: <GuildSeen {...row} />,
      })}
      none={text.none}
      onOpen={({ Id }) => navigate(hrefOf(`/bases/${Id}`))}
      menuOf={(row) => actionGroups([baseTarget(row)])}
    >
      <SearchFilter name="find" label={text.find} />
      <ChoiceFilter
        name="region"
        label={text.region}
        any={text.anyRegion}
        options={optionsOf(texts.value.map.regions, ['Main', 'Tree'])}
      />
      <IdleFilter />
    </ListView>
  );
}

type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof client>['searchCamps']>[0]>['query']>;

function queryOf(query: URLSearchParams, window: object): Query {
  const region = query.get('region');
  return withoutEmpty<Query>({
    ...(window as Pick<Query, 'Sort' | 'Order' | 'Limit' | 'Cursor'>), // its names are those of the columns
    Find: query.get('find')?.slice(0, 100),
    Guild: query.get('guild'),
    Region: region === 'Main' || region === 'Tree' ? region : undefined,
    SeenBefore: seenBefore(query.get('idle'), Date.now()),
  });
}

function columnsOf(text: Texts['bases']): Column<CampRow>[] {
  return [
    column('guild', text.guild, ({ GuildName: name, HeadName }) => name || HeadName, {
      minPx: 180,
      grow: 1.4,
      sort: 'Guild',
      fixed: true,
      cell: (row) => <GuildName id={row.GuildId} name={row.GuildName} head={row.HeadName} />,
    }),
    column('where', text.where, ({ Place }) => `${Place.X}, ${Place.Y}, ${Place.Z}`, {
      minPx: 240,
      grow: 3,
      cell: (row) => <Where camp={row} />,
    }),
    count('level', text.level, ({ Level }) => Level, { sort: 'Level' }),
    count('workers', text.workers, ({ Workers }) => Workers, {
      sort: 'Workers',
      cell: ({ Workers, Capacity }) => text.of(formatNumber(Workers), formatNumber(Capacity)),
    }),
    count('buildings', text.buildings, ({ Counts }) => Counts.Buildings, { sort: 'Buildings' }),
    count('storages', text.storages, ({ Counts }) => Counts.Storages, { sort: 'Storages' }),
    count('stacks', text.stacks, ({ Counts }) => Counts.Stacks, { sort: 'Stacks' }),
    count('defenses', text.defenses, ({ Counts }) => Counts.Defences, { sort: 'Defences', extra: true }),
    count('drops', text.drops, ({ Counts }) => Counts.Drops, { sort: 'Drops', extra: true }),
    column('state', text.state, ({ State }) => State, {
      minPx: 110,
      extra: true,
      cell: ({ State }) => <Status tone={State === 'Normal' ? 'ok' : 'warn'}>{text.states[State]}</Status>,
    }),
    column('seen', text.seen, ({ LastSeen }) => LastSeen, {
      grow: 1,
      sort: 'LastSeen',
      cell: (row) => <GuildSeen {...row} />,
    }),
  ];
}

/** Where a base stands: near what, and its coordinates as players read them, which lead to the map. */
export function Where({ camp: { Near, Place } }: { camp: Pick<CampRow, 'Near' | 'Place'> }) {
  return (
    <span class="where">
      {Near !== undefined && <>{texts.value.commands.near(nameOf('Places', Near.Id))} · </>}
      <a class="mono" href={mapHref(Place)} tabIndex={-1}>
        {formatPlace(Place)}
      </a>
    </span>
  );
}

/** A base as an action names it: by its guild, or the head of a nameless one, and its place. */
export function baseTarget({ Id, GuildName, HeadName, Place }: CampRow): BaseTarget {
  const name = texts.value.bases.called(givenGuildName(GuildName) || HeadName, formatPlace(Place));
  return { kind: 'base', id: Id, name };
}
