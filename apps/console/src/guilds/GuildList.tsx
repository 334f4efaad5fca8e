import type { GuildRow } from '@palatine/contract';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { Meter } from '../kit/Meter.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { type Column, column, count, type Sorting, words } from '../table/column.tsx';
import { ChoiceFilter, IdleFilter, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { seenBefore, withoutEmpty } from '../table/list-query.ts';
import { useSearchList } from '../table/use-list.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { GuildName } from '../views/GuildName.tsx';
import { Name, Status, Time, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';

const FILTERS = ['find', 'idle', 'bases'] as const;
const SORTING: Sorting = { sort: 'Members', order: 'Descending' };
const keyOf = ({ Id }: GuildRow) => Id;

const REFRESHING: ReadonlySet<string> = new Set([
  'player.joined',
  'player.left',
  'guild.changed',
  'base.built',
  'base.deleted',
  'base.restored',
]);

export function GuildList() {
  const text = texts.value.guilds;
  const columns = useMemo(() => columnsOf(text), [text]);
  const list = useSearchList<GuildRow>({
    read: (query, window, signal) => client().searchGuilds({ query: queryOf(query, window), signal }),
    keyOf,
    filters: FILTERS,
    sorting: SORTING,
    refreshOn: ({ Type }) => REFRESHING.has(Type),
  });
  return (
    <ListView<GuildRow>
      id="guilds"
      label={texts.value.shell.pages.guilds}
      {...list}
      nameOf={({ Name: name, HeadName, Id }) => visibleText(name || HeadName) || Id}
      columns={columns}
      lines={(row) => ({
        title: <GuildName id={row.Id} name={row.Name} head={row.HeadName} />,
        note: `${text.members(row.Members)} · ${text.bases(row.Camps)}`,
        end: <Seen row={row} />,
      })}
      none={text.none}
      onOpen={({ Id }) => navigate(hrefOf(`/guilds/${Id}`))}
    >
      <SearchFilter name="find" label={text.find} />
      <IdleFilter />
      <ChoiceFilter
        name="bases"
        label={text.withBases}
        any={text.anyBases}
        options={optionsOf({ yes: text.withBases, no: text.withoutBases })}
      />
    </ListView>
  );
}

type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof client>['searchGuilds']>[0]>['query']>;

function queryOf(query: URLSearchParams, window: object): Query {
  const bases = query.get('bases');
  return withoutEmpty<Query>({
    ...(window as Pick<Query, 'Sort' | 'Order' | 'Limit' | 'Cursor'>), // its names are those of the columns
    Find: query.get('find')?.slice(0, 100),
    SeenBefore: seenBefore(query.get('idle'), Date.now()),
    WithCamps: bases === 'yes' ? true : bases === 'no' ? false : undefined,
  });
}

function Seen({ row }: { row: GuildRow }) {
  if (row.Online > 0) return <Status tone="ok">{texts.value.guilds.online(row.Online)}</Status>;
  return <Time at={row.LastSeen} />;
}

function columnsOf(text: Texts['guilds']): Column<GuildRow>[] {
  return [
    column('name', text.name, ({ Name: name, HeadName }) => name || HeadName, {
      minPx: 200,
      grow: 2,
      sort: 'Name',
      fixed: true,
      cell: (row) => <GuildName id={row.Id} name={row.Name} head={row.HeadName} />,
    }),
    words('head', text.head, ({ HeadName }) => HeadName, {
      minPx: 140,
      cell: ({ HeadName }) => (HeadName === '' ? <Unknown /> : <Name text={HeadName} />),
    }),
    count('level', text.level, ({ Level }) => Level, { sort: 'Level' }),
    count('members', text.memberCount, ({ Members }) => Members, { sort: 'Members' }),
    column('seen', text.seen, ({ LastSeen, Online }) => (Online > 0 ? text.online(Online) : LastSeen), {
      grow: 1,
      sort: 'LastSeen',
      cell: (row) => <Seen row={row} />,
    }),
    count('bases', text.baseCount, ({ Camps }) => Camps, { sort: 'Camps' }),
    column('chest', text.chest, ({ Chest }) => Chest?.Used, {
      grow: 1,
      sort: 'Chest',
      cell: ({ Chest }) =>
        Chest === undefined ? (
          <Unknown />
        ) : (
          <Meter label={text.chest} value={Chest.Used} max={Math.max(Chest.Max, 1)}>
            {text.slots(formatNumber(Chest.Used), formatNumber(Chest.Max))}
          </Meter>
        ),
    }),
  ];
}
