import type { GuildDetailsReply, GuildRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useSubject } from '../commands/registry.ts';
import { catalogue, lookUp, nameOf } from '../data/catalogue.ts';
import { formatDuration, formatNumber, formatPercent } from '../data/format.ts';
import { givenGuildName } from '../data/guilds.ts';
import { useReply } from '../data/use-resource.ts';
import { SlotsCard } from '../items/SlotsCard.tsx';
import { optionsOf, SearchField } from '../kit/Fields.tsx';
import { Card, Columns, PageBody, Tile } from '../kit/Layout.tsx';
import { Meter } from '../kit/Meter.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { usePageTitle } from '../navigation/page-state.ts';
import { hrefOf, navigate, type PathValues } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { type Column, column, count, type Sorting, words } from '../table/column.tsx';
import { ChoiceFilter, IdleFilter, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { seenBefore, withoutEmpty } from '../table/list-query.ts';
import { useSearchList } from '../table/use-list.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { GuildName, GuildSeen } from '../views/GuildName.tsx';
import { CopyId, known, Name, Status, Time, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { GuildOverview } from './GuildOverview.tsx';
import { byCategory, isDone, type ResearchOf } from './research.ts';
import './guilds.css';

export default function GuildsPage({ values: { id, tab } }: { values: PathValues }) {
  if (id !== undefined) return <GuildView key={id} id={id} tab={tab ?? 'overview'} />;
  return <GuildList />;
}

const TABS = ['overview', 'chest', 'laboratory', 'expeditions'] as const;

function GuildView({ id, tab }: { id: string; tab: string }) {
  const text = texts.value.guilds;
  const guild = useReply(
    'getGuildDetails',
    { params: { guild_id: id }, query: { All: true } },
    /^(guild|base|player)\./,
  );
  const current = TABS.find((id) => id === tab) ?? 'overview';
  return (
    <PageBody>
      <AsyncView resource={guild} rows={10} gone={text.gone}>
        {(value) => (
          <>
            <Head details={value} age={<Age resource={guild} />} />
            <Tabs
              label={text.parts}
              value={current}
              tabs={TABS.map((id) => ({ id, text: text.tabs[id] }))}
              onChange={(next) => navigate(hrefOf(`/guilds/${id}/${next}`), { replace: true })}
            >
              {current === 'overview' && <GuildOverview details={value} />}
              {current === 'chest' && <GuildChest chest={value.Chest} />}
              {current === 'laboratory' && <Laboratory laboratory={value.Laboratory} />}
              {current === 'expeditions' && <Expeditions expeditions={value.Expeditions} />}
            </Tabs>
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

function Head({ details: { Guild, Camps }, age }: { details: GuildDetailsReply; age: JSX.Element }) {
  const text = texts.value.guilds;
  const { views } = texts.value;
  const { Id, Name, HeadName, Level, Members, Online, LastSeen, Chest } = Guild;
  const called = givenGuildName(Name) || HeadName;
  usePageTitle(called);
  useSubject({ kind: 'guild', id: Id, name: called });
  return (
    <>
      <header class="cluster">
        <h2 class="heading">
          <GuildName id={Id} name={Name} head={HeadName} />
        </h2>
        <CopyId id={Id} what={text.id} />
        {age}
      </header>
      <div class="tiles">
        <Tile
          label={text.memberCount}
          value={formatNumber(Members)}
          note={Online > 0 ? views.online(Online) : LastSeen ? <Time at={LastSeen} /> : views.unknown}
        />
        <Tile label={text.level} value={formatNumber(Level)} />
        <Tile
          label={text.baseCount}
          value={formatNumber(Camps.length)}
          href={hrefOf('/bases', { guild: Id })}
        />
        <Tile
          label={text.chest}
          value={Chest ? formatNumber(Chest.Used) : '–'}
          note={Chest ? text.ofSlots(formatNumber(Chest.Max)) : views.unknown}
        />
      </div>
    </>
  );
}

/** The expeditions of the game, and which of them the guild may send. A save does not say which are in progress. */
function Expeditions({ expeditions }: { expeditions: GuildDetailsReply['Expeditions'] }) {
  const text = texts.value.guilds;
  const released = new Set(expeditions.Released.map((id) => id.toLowerCase()));
  const rows = catalogue.value?.entries('Expeditions') ?? [];
  return (
    <Card title={text.tabs.expeditions} note={text.finished(formatNumber(expeditions.Finished))} flush>
      <PlainTable
        label={text.tabs.expeditions}
        rows={rows}
        keyOf={({ ID }) => ID}
        columns={[
          { title: text.name, cell: ({ Name, ID }) => Name || ID },
          {
            title: text.released,
            cell: ({ ID }) =>
              released.has(ID.toLowerCase()) ? (
                <Status tone="ok">{text.isReleased}</Status>
              ) : (
                <Status tone="off">{text.notReleased}</Status>
              ),
          },
          {
            title: text.takes,
            figures: true,
            cell: ({ Seconds }) => (Seconds === '' ? '–' : formatDuration(Seconds * 1000)),
          },
          {
            title: text.strength,
            figures: true,
            cell: ({ Strength }) => (Strength === '' ? '–' : formatNumber(Strength)),
          },
          {
            title: text.element,
            cell: ({ Element, ElementCount }) => (Element === '' ? '–' : `${ElementCount} × ${Element}`),
          },
        ]}
      />
    </Card>
  );
}

function GuildChest({ chest }: { chest: GuildDetailsReply['Chest'] }) {
  const text = texts.value.guilds;
  const find = useSignal('');
  if (chest === undefined) return <div class="view-state unknown">{text.noChest}</div>;
  const search = <SearchField label={text.findItem} bind={find} />;
  return <SlotsCard title={text.chest} storage={chest} find={find.value} tools={search} />;
}

function Laboratory({ laboratory }: { laboratory: GuildDetailsReply['Laboratory'] }) {
  const text = texts.value.guilds;
  const categories = byCategory(laboratory.Researches, (id) => lookUp('Research', id));
  return (
    <>
      <p>
        {laboratory.CurrentResearch === '' ? (
          <span class="quiet">{text.noResearch}</span>
        ) : (
          <>
            {text.researches} <strong>{nameOf('Research', laboratory.CurrentResearch)}</strong>
          </>
        )}
      </p>
      <Columns>
        {categories.map(({ category, researches, done }) => (
          <Card
            key={category}
            title={workName(category) || text.otherResearch}
            note={text.slots(formatNumber(done), formatNumber(researches.length))}
          >
            <ul class="researches stack tight">
              {researches.map((research) => (
                <Research
                  key={research.id}
                  research={research}
                  isCurrent={research.id === laboratory.CurrentResearch}
                />
              ))}
            </ul>
          </Card>
        ))}
      </Columns>
    </>
  );
}

/** The name of the work that a category of research is for; the category itself where it is for none. */
function workName(category: string): string {
  const { works } = texts.value.palDetails;
  return Object.hasOwn(works, category) ? works[category as keyof typeof works] : category; // as hasOwn says
}

function Research({ research, isCurrent }: { research: ResearchOf; isCurrent: boolean }) {
  const text = texts.value.guilds;
  const { id, work, required } = research;
  return (
    <li>
      <span class={work === 0 ? 'quiet' : undefined}>{nameOf('Research', id)}</span>
      {isDone(research) ? (
        <Status tone="ok">{text.done}</Status>
      ) : required === undefined ? (
        <span class="faint">{formatNumber(work)}</span>
      ) : (
        <Meter label={nameOf('Research', id)} value={work} max={required} tone={isCurrent ? 'accent' : 'ok'}>
          {formatPercent(work / required)}
        </Meter>
      )}
    </li>
  );
}

const FILTERS = ['find', 'idle', 'bases'] as const;
const SORTING: Sorting = { sort: 'Members', order: 'Descending' };
const keyOf = ({ Id }: GuildRow) => Id;

function GuildList() {
  const text = texts.value.guilds;
  const list = useSearchList<GuildRow>({
    id: 'guilds',
    read: (query, window, signal) => client().searchGuilds({ query: queryOf(query, window), signal }),
    keyOf,
    filters: FILTERS,
    sorting: SORTING,
    refreshOn: /^(player\.(joined|left)|guild\.changed|base\.(built|deleted|restored))$/,
  });
  return (
    <ListView<GuildRow>
      id="guilds"
      label={texts.value.shell.pages.guilds}
      {...list}
      nameOf={({ Name: name, HeadName, Id }) => visibleText(name || HeadName) || Id}
      columns={columnsOf(text)}
      lines={(row) => ({
        title: <GuildName id={row.Id} name={row.Name} head={row.HeadName} />,
        note: `${text.members(row.Members)} · ${text.bases(row.Camps)}`,
        end: <GuildSeen {...row} />,
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
    column(
      'seen',
      text.seen,
      ({ LastSeen, Online }) => (Online > 0 ? texts.value.views.online(Online) : LastSeen),
      {
        grow: 1,
        sort: 'LastSeen',
        cell: (row) => <GuildSeen {...row} />,
      },
    ),
    count('bases', text.baseCount, ({ Camps }) => Camps, { sort: 'Camps' }),
    column('chest', text.chest, ({ Chest }) => Chest?.Used, {
      grow: 1,
      sort: 'Chest',
      cell: ({ Chest }) =>
        known(Chest, ({ Used, Max }) => (
          <Meter label={text.chest} value={Used} max={Math.max(Max, 1)}>
            {text.slots(formatNumber(Used), formatNumber(Max))}
          </Meter>
        )),
    }),
  ];
}
