import {
  type CampDetailsReply,
  type CampStorage,
  deleteBase,
  getArchives,
  type PalRow,
  restoreBase,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { archiveTarget } from '../actions/action.ts';
import { openAction } from '../actions/dialog.ts';
import { useSubject } from '../commands/registry.ts';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useReply, useResource } from '../data/use-resource.ts';
import { SlotsCard, slotFits } from '../items/SlotsCard.tsx';
import { Button } from '../kit/Button.tsx';
import { SearchField } from '../kit/Fields.tsx';
import { Card, Columns, PageBody, Tile } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { usePageTitle } from '../navigation/page-state.ts';
import { hrefOf, navigate, type PathValues } from '../navigation/router.ts';
import { PalCard } from '../pals/PalFigures.tsx';
import { PalSheet } from '../pals/PalSheet.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { GuildName } from '../views/GuildName.tsx';
import { CopyId, Status } from '../views/Values.tsx';
import { BaseList, baseTarget, Where } from './BaseList.tsx';
import { FloorPlan } from './plan/FloorPlan.tsx';
import { countObjects } from './plan/plan.ts';
import './bases.css';

export default function BasesPage({ values: { id, tab } }: { values: PathValues }) {
  if (id !== undefined) return <BaseView key={id} id={id} tab={tab ?? 'plan'} />;
  return <BaseList />;
}

const TABS = ['plan', 'workers', 'storage'] as const;

function BaseView({ id, tab }: { id: string; tab: string }) {
  const text = texts.value.bases;
  const base = useReply('getCampDetails', { params: { base_camp_id: id } }, /^(base|guild)\./);
  const current = TABS.find((id) => id === tab) ?? 'plan';
  return (
    <PageBody>
      <AsyncView resource={base} rows={10} gone={<GoneBase id={id} />}>
        {(value) => (
          <>
            <Head details={value} age={<Age resource={base} />} />
            <Tabs
              label={text.parts}
              value={current}
              tabs={[
                { id: 'plan', text: text.plan },
                { id: 'workers', text: text.workers, note: formatNumber(value.Workers.length) },
                { id: 'storage', text: text.storages, note: formatNumber(value.Storages.length) },
              ]}
              onChange={(next) => navigate(hrefOf(`/bases/${id}/${next}`), { replace: true })}
            >
              {current === 'plan' && <BasePlan details={value} />}
              {current === 'workers' && <Workers workers={value.Workers} />}
              {current === 'storage' && <Storages storages={value.Storages} />}
            </Tabs>
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

function Head({ details: { Camp }, age }: { details: CampDetailsReply; age: JSX.Element }) {
  const text = texts.value.bases;
  const { Id, GuildId, GuildName: name, HeadName, Counts, Workers, Capacity, State, Level } = Camp;
  const target = baseTarget(Camp);
  const tile = (label: string, count: number, note?: string) => (
    <Tile label={label} value={formatNumber(count)} note={note} />
  );
  usePageTitle(target.name);
  useSubject({ kind: 'base', id: Id, name: target.name });
  return (
    <>
      <header class="base-head cluster">
        <h2 class="heading">
          <a class="plain-link" href={hrefOf(`/guilds/${GuildId}`)}>
            <GuildName id={GuildId} name={name} head={HeadName} />
          </a>
        </h2>
        <Where camp={Camp} />
        <Status tone={State === 'Normal' ? 'ok' : 'warn'}>{text.states[State]}</Status>
        <CopyId id={Id} what={text.id} />
        {age}
        {may(deleteBase) && (
          <Button kind="danger" onClick={() => openAction('deleteBase', [target])}>
            {text.delete}
          </Button>
        )}
      </header>
      <div class="tiles">
        {tile(text.workers, Workers, text.ofMax(formatNumber(Capacity)))}
        {tile(text.buildings, Counts.Buildings, text.levelIs(formatNumber(Level)))}
        {tile(text.storages, Counts.Storages, text.stackCount(formatNumber(Counts.Stacks)))}
        {tile(text.defenses, Counts.Defences)}
        {tile(text.drops, Counts.Drops)}
      </div>
    </>
  );
}

/** Shown for a deleted base: its newest archive, and a link to the other bases. */
function GoneBase({ id }: { id: string }) {
  const text = texts.value.bases;
  const archives = useResource(
    async (signal) =>
      may(restoreBase) && may(getArchives) ? (await client().getArchives({ signal })).Archives : [],
    [id],
  );
  const archive = archives.value.value?.find(({ CampId, Problem }) => CampId === id && Problem === undefined);
  return (
    <>
      <p>{text.gone}</p>
      {archive !== undefined && (
        <Button
          kind="primary"
          onClick={() => openAction('restoreBase', archiveTarget(archive.File, archive.Summary))}
        >
          {`${texts.value.actions.does.restoreBase.name}…`}
        </Button>
      )}
      <a href={hrefOf('/bases')}>{text.others}</a>
    </>
  );
}

/** The floor plan of a base; a storage opens beside it. Below, what stands there by kind. */
function BasePlan({ details: { Camp, Objects, Storages } }: { details: CampDetailsReply }) {
  const text = texts.value.bases;
  const chosen = useSignal('');
  const storage = Storages.find(({ ContainerId }) => ContainerId === chosen.value);
  const counts = countObjects(Objects.Rows);
  return (
    <Columns wide>
      <Card title={text.plan}>
        <FloorPlan
          camp={Camp}
          objects={Objects.Rows}
          selected={chosen.value}
          onStorage={(containerId) => (chosen.value = containerId)}
        />
      </Card>
      <div class="stack loose">
        {storage !== undefined && (
          <SlotsCard title={nameOf('MapObjects', storage.ObjectId)} storage={storage} />
        )}
        <Card title={text.objects} note={formatNumber(Objects.Rows.length)} flush>
          <PlainTable
            label={text.objects}
            rows={counts}
            keyOf={({ objectId }) => objectId}
            columns={[
              { title: text.object, cell: ({ objectId }) => nameOf('MapObjects', objectId) },
              { title: text.count, figures: true, cell: ({ count }) => formatNumber(count) },
              {
                title: text.hurt,
                figures: true,
                cell: ({ hurt }) => (hurt === 0 ? '–' : formatNumber(hurt)),
              },
            ]}
          />
        </Card>
      </div>
    </Columns>
  );
}

const URGENCY: readonly PalRow['Condition'][] = ['Sick', 'Hurt', 'Hungry', 'Depressed', 'Fine'];

/** The Pals that work at a base, the most urgent first; the open one is shown beside them. */
function Workers({ workers }: { workers: readonly PalRow[] }) {
  const text = texts.value.bases;
  const opened = useSignal('');
  const pal = workers.find(({ Id }) => Id === opened.value);
  const worstFirst = workers.toSorted((a, b) => URGENCY.indexOf(a.Condition) - URGENCY.indexOf(b.Condition));
  const ailing = workers.filter(({ Condition }) => Condition !== 'Fine').length;
  if (workers.length === 0) return <div class="view-state">{text.noWorkers}</div>;
  return (
    <Columns wide>
      <Card
        title={text.workers}
        note={
          <Status tone={ailing === 0 ? 'ok' : 'warn'}>
            {ailing === 0 ? text.allFine : text.ailing(ailing)}
          </Status>
        }
      >
        <ul class="base-workers">
          {worstFirst.map((worker) => (
            <li key={worker.Id}>
              <PalCard
                pal={worker}
                isOpen={worker.Id === opened.value}
                onOpen={() => (opened.value = worker.Id)}
              />
            </li>
          ))}
        </ul>
      </Card>
      {pal !== undefined && (
        <Card>
          <PalSheet pal={pal} />
        </Card>
      )}
    </Columns>
  );
}

/** Everything that the storages of a base hold. What is looked for leaves out the storages without it. */
function Storages({ storages }: { storages: readonly CampStorage[] }) {
  const text = texts.value.bases;
  const find = useSignal('');
  const term = find.value.trim();
  const matching = storages.filter(({ Slots }) => term === '' || Slots.some((slot) => slotFits(slot, term)));
  if (storages.length === 0) return <div class="view-state">{text.noStorages}</div>;
  return (
    <>
      <SearchField label={text.findItem} bind={find} />
      {matching.length === 0 ? (
        <div class="view-state">{text.noItem}</div>
      ) : (
        <Columns>
          {matching.map((storage) => (
            <SlotsCard
              key={storage.ContainerId}
              title={nameOf('MapObjects', storage.ObjectId)}
              storage={storage}
              find={term}
            />
          ))}
        </Columns>
      )}
    </>
  );
}
