import { type GuildDetailsReply, getGuildDetails } from '@palatine/contract';
import type { JSX } from 'preact';
import { SlotsCard } from '../bases/Storages.tsx';
import { useSubject } from '../commands/registry.ts';
import { formatDuration, formatNumber, formatPercent } from '../data/format.ts';
import { givenGuildName } from '../data/guilds.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Card, Columns, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { usePageTitle } from '../navigation/page-title.ts';
import { hrefOf, navigate, type PathValues } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { CopyId } from '../views/CopyId.tsx';
import { GuildName } from '../views/GuildName.tsx';
import { Status, Time } from '../views/Values.tsx';
import { GuildList } from './GuildList.tsx';
import { GuildOverview } from './GuildOverview.tsx';
import './guilds.css';
import { useSignal } from '@preact/signals';
import { catalogue, lookUp, nameOf } from '../data/catalogue.ts';
import { Meter } from '../kit/Meter.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { SearchField } from '../kit/TextField.tsx';
import { byCategory, type ResearchOf } from './research.ts';

export default function GuildsPage({ values: { id, tab } }: { values: PathValues }) {
  if (id !== undefined) return <GuildView key={id} id={id} tab={tab ?? 'overview'} />;
  return <GuildList />;
}

const TABS = ['overview', 'chest', 'laboratory', 'expeditions'] as const;

function GuildView({ id, tab }: { id: string; tab: string }) {
  const text = texts.value.guilds;
  const guild = useResource(
    (signal) => client().call(getGuildDetails, { params: { guild_id: id }, query: { All: true }, signal }),
    [id],
  );
  useRefreshOn(guild, ({ Type }) => /^(guild|base|player)\./.test(Type));
  const current = TABS.find((each) => each === tab) ?? 'overview';
  return (
    <PageBody>
      <AsyncView of={guild} rows={10} gone={text.gone}>
        {(value) => (
          <>
            <Head of={value} age={<Age of={guild} />} />
            <Tabs
              label={text.parts}
              value={current}
              tabs={TABS.map((each) => ({ id: each, text: text.tabs[each] }))}
              onChange={(next) => navigate(hrefOf(`/guilds/${id}/${next}`), { replace: true })}
            >
              {current === 'overview' && <GuildOverview of={value} />}
              {current === 'chest' && <GuildChest of={value.Chest} />}
              {current === 'laboratory' && <Laboratory of={value.Laboratory} />}
              {current === 'expeditions' && <Expeditions of={value.Expeditions} />}
            </Tabs>
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

function Head({ of: { Guild, Camps }, age }: { of: GuildDetailsReply; age: JSX.Element }) {
  const text = texts.value.guilds;
  const { Id, Name, HeadName, Level, Members, Online, LastSeen } = Guild;
  const called = givenGuildName(Name) || HeadName;
  usePageTitle(called);
  useSubject({ kind: 'guild', id: Id, name: called });
  return (
    <>
      <header class="guild-title">
        <h2>
          <GuildName id={Id} name={Name} head={HeadName} />
        </h2>
        <CopyId id={Id} what={text.id} />
        {age}
      </header>
      <Tiles>
        <Tile
          label={text.memberCount}
          value={formatNumber(Members)}
          note={
            Online > 0 ? text.online(Online) : LastSeen ? <Time at={LastSeen} /> : texts.value.views.unknown
          }
        />
        <Tile label={text.level} value={formatNumber(Level)} />
        <Tile
          label={text.baseCount}
          value={formatNumber(Camps.length)}
          href={hrefOf('/bases', { guild: Id })}
        />
        <Tile
          label={text.chest}
          value={Guild.Chest === undefined ? '–' : formatNumber(Guild.Chest.Used)}
          note={
            Guild.Chest === undefined
              ? texts.value.views.unknown
              : text.ofSlots(formatNumber(Guild.Chest.Max))
          }
        />
      </Tiles>
    </>
  );
}

/** The expeditions of the game, and which of them the guild may send. A save does not say which are under way. */
function Expeditions({ of }: { of: GuildDetailsReply['Expeditions'] }) {
  const text = texts.value.guilds;
  const released = new Set(of.Released.map((id) => id.toLowerCase()));
  const expeditions = catalogue.value?.entries('Expeditions') ?? [];
  return (
    <Card title={text.tabs.expeditions} note={text.finished(formatNumber(of.Finished))} flush>
      <PlainTable
        label={text.tabs.expeditions}
        rows={expeditions}
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

function GuildChest({ of }: { of: GuildDetailsReply['Chest'] }) {
  const text = texts.value.guilds;
  const find = useSignal('');
  if (of === undefined) return <div class="view-state unknown">{text.noChest}</div>;
  const search = <SearchField label={text.findItem} bind={find} />;
  return <SlotsCard title={text.chest} of={of} find={find.value} tools={search} />;
}

/** The research of a guild by category: what is done, what is under way, what is left. */
function Laboratory({ of }: { of: GuildDetailsReply['Laboratory'] }) {
  const text = texts.value.guilds;
  const categories = byCategory(of.Researches, (id) => lookUp('Research', id));
  return (
    <>
      <p>
        {of.CurrentResearch === '' ? (
          <span class="quiet">{text.noResearch}</span>
        ) : (
          <>
            {text.researches} <strong>{nameOf('Research', of.CurrentResearch)}</strong>
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
            <ul class="researches">
              {researches.map((research) => (
                <Research key={research.id} of={research} isCurrent={research.id === of.CurrentResearch} />
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

function Research({ of, isCurrent }: { of: ResearchOf; isCurrent: boolean }) {
  const text = texts.value.guilds;
  const { id, work, required } = of;
  const isDone = required !== undefined && work >= required;
  return (
    <li>
      <span class={work === 0 ? 'quiet' : undefined}>{nameOf('Research', id)}</span>
      {isDone ? (
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
