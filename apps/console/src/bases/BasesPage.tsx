import {
  type CampDetailsReply,
  deleteBase,
  getArchives,
  getCampDetails,
  type PalRow,
  restoreBase,
} from '@palatine/contract';
import type { JSX } from 'preact';
import { openAction } from '../actions/dialog.ts';
import { useSubject } from '../commands/registry.ts';
import { formatNumber } from '../data/format.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Columns, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { usePageTitle } from '../navigation/page-title.ts';
import { hrefOf, navigate, type PathValues } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { CopyId } from '../views/CopyId.tsx';
import { GuildName } from '../views/GuildName.tsx';
import { Status } from '../views/Values.tsx';
import { BaseList, baseTarget, Where } from './BaseList.tsx';
import './bases.css';
import { useSignal } from '@preact/signals';
import { archiveTarget } from '../actions/action.ts';
import { nameOf } from '../data/catalogue.ts';
import { assign } from '../kit/assign.ts';
import { PlainTable } from '../kit/PlainTable.tsx';
import { PalCard } from '../pals/PalCard.tsx';
import { PalSheet } from '../pals/PalSheet.tsx';
import { FloorPlan } from './plan/FloorPlan.tsx';
import { countObjects } from './plan/plan.ts';
import { SlotsCard, Storages } from './Storages.tsx';

export default function BasesPage({ values: { id, tab } }: { values: PathValues }) {
  if (id !== undefined) return <BaseView key={id} id={id} tab={tab ?? 'plan'} />;
  return <BaseList />;
}

const TABS = ['plan', 'workers', 'storage'] as const;

function BaseView({ id, tab }: { id: string; tab: string }) {
  const text = texts.value.bases;
  const base = useResource(
    (signal) => client().call(getCampDetails, { params: { base_camp_id: id }, signal }),
    [id],
  );
  useRefreshOn(base, ({ Type }) => /^(base|guild)\./.test(Type));
  const current = TABS.find((each) => each === tab) ?? 'plan';
  return (
    <PageBody>
      <AsyncView of={base} rows={10} gone={<GoneBase id={id} />}>
        {(value) => (
          <>
            <Head of={value} age={<Age of={base} />} />
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
              {current === 'plan' && <BasePlan of={value} />}
              {current === 'workers' && <Workers of={value.Workers} />}
              {current === 'storage' && <Storages of={value.Storages} />}
            </Tabs>
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

function Head({ of: { Camp }, age }: { of: CampDetailsReply; age: JSX.Element }) {
  const text = texts.value.bases;
  const { Id, GuildId, GuildName: name, HeadName, Counts, Workers, Capacity, State, Level } = Camp;
  const target = baseTarget(Camp);
  usePageTitle(target.name);
  useSubject({ kind: 'base', id: Id, name: target.name });
  return (
    <>
      <header class="base-head">
        <h2>
          <a href={hrefOf(`/guilds/${GuildId}`)}>
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
      <Tiles>
        <Tile label={text.workers} value={formatNumber(Workers)} note={text.ofMax(formatNumber(Capacity))} />
        <Tile
          label={text.buildings}
          value={formatNumber(Counts.Buildings)}
          note={text.levelIs(formatNumber(Level))}
        />
        <Tile
          label={text.storages}
          value={formatNumber(Counts.Storages)}
          note={text.stackCount(formatNumber(Counts.Stacks))}
        />
        <Tile label={text.defences} value={formatNumber(Counts.Defences)} />
        <Tile label={text.drops} value={formatNumber(Counts.Drops)} />
      </Tiles>
    </>
  );
}

/** The face of a base that is no longer there: its newest archive, and the way to the others. */
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
function BasePlan({ of: { Camp, Objects, Storages } }: { of: CampDetailsReply }) {
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
          onStorage={(containerId) => assign(chosen, containerId)}
        />
      </Card>
      <div class="base-side">
        {storage !== undefined && <SlotsCard title={nameOf('MapObjects', storage.ObjectId)} of={storage} />}
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

/** The Pals that work at a base: those that need something first, and one of them beside. */
function Workers({ of }: { of: readonly PalRow[] }) {
  const text = texts.value.bases;
  const opened = useSignal('');
  const pal = of.find(({ Id }) => Id === opened.value);
  const ailing = of.filter(({ Condition }) => Condition !== 'Fine').length;
  if (of.length === 0) return <div class="view-state">{text.noWorkers}</div>;
  return (
    <Columns wide>
      <Card
        title={text.workers}
        note={
          ailing === 0 ? (
            <Status tone="ok">{text.allFine}</Status>
          ) : (
            <Status tone="warn">{text.ailing(ailing)}</Status>
          )
        }
      >
        <ul class="base-workers">
          {worstFirst(of).map((each) => (
            <li key={each.Id}>
              <PalCard pal={each} isOpen={each.Id === opened.value} onOpen={() => assign(opened, each.Id)} />
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

const URGENCY: readonly PalRow['Condition'][] = ['Sick', 'Hurt', 'Hungry', 'Depressed', 'Fine'];

/** Workers in the order in which they need somebody; those that need nobody keep their slots' order. */
function worstFirst(pals: readonly PalRow[]): PalRow[] {
  return pals.toSorted((one, other) => URGENCY.indexOf(one.Condition) - URGENCY.indexOf(other.Condition));
}
