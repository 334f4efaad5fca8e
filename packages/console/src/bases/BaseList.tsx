import type { CampRow, CampsPage } from '@palatine/contract';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { actionGroups } from '../actions/action-menu.ts';
import { formatNumber } from '../data/format.ts';
import { GuildName } from '../faces/GuildName.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { visibleText } from '../faces/visible-text.ts';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { address, hrefOf, navigate, setQuery } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import type { Column } from '../table/column.ts';
import { ListView } from '../table/ListView.tsx';
import { given } from '../table/list-address.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { baseTarget } from './base-target.ts';
import { Where } from './Where.tsx';

const FILTERS = ['find', 'guild', 'region', 'idle'] as const;
const IDLE_DAYS = ['7', '14', '30', '60', '90'] as const;
const DAY_MS = 86_400_000;

/** Every base, with what it holds in numbers. */
export function BaseList(): JSX.Element {
  const text = texts.value.bases;
  const columns = useMemo(() => columnsOf(text), [text]);
  const { query } = address.value;
  const choice = (name: 'region' | 'idle') => ({
    value: query.get(name) || 'any',
    onChange: (value: string) => setQuery({ [name]: value === 'any' ? '' : value }),
  });
  return (
    <ListView<CampRow, CampsPage>
      id="bases"
      label={texts.value.shell.pages.bases}
      read={(asked, window, signal) => client().searchCamps({ query: queryOf(asked, window), signal })}
      keyOf={({ Id }) => Id}
      nameOf={({ GuildName: name, HeadName, Id }) => visibleText(name || HeadName) || Id}
      columns={columns}
      lines={(row) => ({
        title: <GuildName id={row.GuildId} name={row.GuildName} head={row.HeadName} />,
        note: <Where camp={row} />,
        end: <Seen row={row} />,
      })}
      filters={FILTERS}
      sorting={{ sort: 'Guild', order: 'Ascending' }}
      none={text.none}
      onOpen={({ Id }) => navigate(hrefOf(`/bases/${Id}`))}
      menuOf={(row) => actionGroups([baseTarget(row)])}
      touchedBy={({ Type }) => /^(base|guild|player)\./.test(Type)}
    >
      <TextField
        type="search"
        label={text.find}
        placeholder={text.find}
        maxLength={100}
        value={query.get('find') ?? ''}
        onInput={(find) => setQuery({ find })}
      />
      <Select
        label={text.region}
        {...choice('region')}
        options={[
          { value: 'any', text: text.anyRegion },
          { value: 'Main', text: text.regions.Main },
          { value: 'Tree', text: text.regions.Tree },
        ]}
      />
      <Select
        label={text.idle}
        {...choice('idle')}
        options={[
          { value: 'any', text: text.whoever },
          ...IDLE_DAYS.map((days) => ({ value: days, text: text.idleDays(Number(days)) })),
        ]}
      />
    </ListView>
  );
}

type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof client>['searchCamps']>[0]>['query']>;

function queryOf(asked: URLSearchParams, window: object): Query {
  const days = Number(asked.get('idle'));
  const region = asked.get('region');
  return given<Query>({
    ...(window as Pick<Query, 'Sort' | 'Order' | 'Limit' | 'Cursor'>), // its names are those of the columns
    Find: asked.get('find')?.slice(0, 100),
    Guild: asked.get('guild') ?? undefined,
    Region: region === 'Main' || region === 'Tree' ? region : undefined,
    SeenBefore: days > 0 ? new Date(Date.now() - days * DAY_MS).toISOString() : undefined,
  });
}

function Seen({ row: { Online, LastSeen } }: { row: CampRow }): JSX.Element {
  if (Online > 0) return <Status tone="ok">{texts.value.bases.online(Online)}</Status>;
  return LastSeen === undefined ? <Unknown /> : <Time at={LastSeen} />;
}

function columnsOf(text: Texts['bases']): Column<CampRow>[] {
  const figures = (
    id: string,
    name: string,
    sort: string,
    of: (row: CampRow) => number,
  ): Column<CampRow> => ({
    id,
    text: name,
    minPx: 90,
    sort,
    align: 'end',
    csv: of,
    cell: (row) => formatNumber(of(row)),
  });
  return [
    {
      id: 'guild',
      text: text.guild,
      minPx: 200,
      grow: 2,
      sort: 'Guild',
      fixed: true,
      csv: ({ GuildName: name, HeadName }) => name || HeadName,
      cell: (row) => <GuildName id={row.GuildId} name={row.GuildName} head={row.HeadName} />,
    },
    {
      id: 'where',
      text: text.where,
      minPx: 200,
      grow: 2,
      csv: ({ Place }) => `${Place.X}, ${Place.Y}, ${Place.Z}`,
      cell: (row) => <Where camp={row} />,
    },
    figures('level', text.level, 'Level', ({ Level }) => Level),
    {
      ...figures('workers', text.workers, 'Workers', ({ Workers }) => Workers),
      cell: ({ Workers, Capacity }) => text.of(formatNumber(Workers), formatNumber(Capacity)),
    },
    figures('buildings', text.buildings, 'Buildings', ({ Counts }) => Counts.Buildings),
    figures('storages', text.storages, 'Storages', ({ Counts }) => Counts.Storages),
    figures('stacks', text.stacks, 'Stacks', ({ Counts }) => Counts.Stacks),
    { ...figures('defences', text.defences, 'Defences', ({ Counts }) => Counts.Defences), extra: true },
    { ...figures('drops', text.drops, 'Drops', ({ Counts }) => Counts.Drops), extra: true },
    {
      id: 'state',
      text: text.state,
      minPx: 110,
      extra: true,
      csv: ({ State }) => State,
      cell: ({ State }) => <Status tone={State === 'Normal' ? 'ok' : 'warn'}>{text.states[State]}</Status>,
    },
    {
      id: 'seen',
      text: text.seen,
      minPx: 130,
      grow: 1,
      sort: 'LastSeen',
      csv: ({ LastSeen }) => LastSeen ?? '',
      cell: (row) => <Seen row={row} />,
    },
  ];
}
