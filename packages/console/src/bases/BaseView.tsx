import { type CampDetailsReply, deleteBase, getCampDetails } from '@palatine/contract';
import type { JSX } from 'preact';
import { openAction } from '../actions/dialog.ts';
import { useSubject } from '../commands/subject.ts';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { Age, Faces } from '../faces/Faces.tsx';
import { GuildName } from '../faces/GuildName.tsx';
import { Status } from '../faces/Status.tsx';
import { Button } from '../kit/Button.tsx';
import { PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { usePageTitle } from '../navigation/page-title.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import './bases.css';
import { BasePlan } from './BasePlan.tsx';
import { baseTarget } from './base-target.ts';
import { GoneBase } from './GoneBase.tsx';
import { Storages } from './Storages.tsx';
import { Where } from './Where.tsx';
import { Workers } from './Workers.tsx';

const TABS = ['plan', 'workers', 'storage'] as const;

/** One base, part by part. */
export function BaseView({ id, tab }: { id: string; tab: string }): JSX.Element {
  const text = texts.value.bases;
  const base = useResource(
    (signal) => client().call(getCampDetails, { params: { base_camp_id: id }, signal }),
    [id],
  );
  useTouch(base, ({ Type }) => /^(base|guild)\./.test(Type));
  const shown = TABS.find((each) => each === tab) ?? 'plan';
  return (
    <PageBody>
      <Faces of={base} rows={10} gone={<GoneBase id={id} />}>
        {(value) => (
          <>
            <Head of={value} age={<Age of={base} />} />
            <Tabs
              label={text.parts}
              value={shown}
              tabs={[
                { id: 'plan', text: text.plan },
                { id: 'workers', text: text.workers, note: formatNumber(value.Workers.length) },
                { id: 'storage', text: text.storages, note: formatNumber(value.Storages.length) },
              ]}
              onChange={(next) => navigate(hrefOf(`/bases/${id}/${next}`), { replace: true })}
            >
              {shown === 'plan' && <BasePlan of={value} />}
              {shown === 'workers' && <Workers of={value.Workers} />}
              {shown === 'storage' && <Storages of={value.Storages} />}
            </Tabs>
          </>
        )}
      </Faces>
    </PageBody>
  );
}

function Head({ of: { Camp }, age }: { of: CampDetailsReply; age: JSX.Element }): JSX.Element {
  const text = texts.value.bases;
  const { Id, GuildId, GuildName: name, HeadName, Counts, Workers, Capacity, State, Level } = Camp;
  const target = baseTarget(Camp);
  usePageTitle({ text: target.name });
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
        <Tile label={text.workers} value={formatNumber(Workers)} note={text.ofMost(formatNumber(Capacity))} />
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
