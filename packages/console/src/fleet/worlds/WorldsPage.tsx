import { createJoinCode, type FleetWorld, type FleetWorldState } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import type { JSX } from 'preact';
import { Age, Faces } from '../../faces/Faces.tsx';
import { LazyPart } from '../../faces/LazyPart.tsx';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { address } from '../../navigation/router.ts';
import { may } from '../../session/session.ts';
import { withTexts } from '../../texts/texts.ts';
import { manyOpen, mayWriteMany } from '../many/many-open.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';
import { matchingWorlds, toggled, type WorldFilters } from './chosen-worlds.ts';
import { joinOpen } from './join-open.ts';
import { ManyBar } from './ManyBar.tsx';
import { WorldFilterBar } from './WorldFilterBar.tsx';
import { WorldTable } from './WorldTable.tsx';

const joinDialog = () => import('./JoinDialog.tsx');
const manyDialog = withTexts(() => import('../many/ManyDialog.tsx'));
/** Rows that are shown at once: a longer list is narrowed by a filter. */
const MOST = 300;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage(): JSX.Element {
  const text = fleetTexts.value.worlds;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const { query } = address.value;
  const filters: WorldFilters = {
    find: query.get('find') ?? '',
    tag: query.get('tag') ?? '',
    state: (query.get('state') ?? '') as FleetWorldState | '', // any other text fits no world
  };
  const mayWrite = mayWriteMany();
  const all = fleetWorlds.value.value ?? [];
  const found = matchingWorlds(all, filters);
  const choose = (world: string, isChosen: boolean) => {
    chosen.value = toggled(chosen.value, world, isChosen);
  };
  return (
    <PageBody
      toolbar={
        <>
          <WorldFilterBar worlds={all} filters={filters} />
          <span class="toolbar-end">{may(createJoinCode) && <AddWorld />}</span>
        </>
      }
    >
      <Card title={text.title} note={<Age of={fleetWorlds} />} flush>
        {mayWrite && found.length > 0 && (
          <ManyBar found={found} chosen={chosen} worlds={chosenOf(all, chosen.value)} />
        )}
        <Faces of={fleetWorlds} rows={6} empty={text.none}>
          {() =>
            found.length === 0 ? (
              <div class="face">{text.noneMatch}</div>
            ) : (
              <WorldTable
                worlds={found.slice(0, MOST)}
                chosen={chosen.value}
                onChoose={mayWrite ? choose : undefined}
              />
            )
          }
        </Faces>
      </Card>
      <LazyPart load={joinDialog} when={joinOpen.value} />
      <LazyPart load={manyDialog} when={manyOpen.value !== undefined} />
    </PageBody>
  );
}

function chosenOf(all: readonly FleetWorld[], chosen: ReadonlySet<string>): readonly FleetWorld[] {
  return all.filter(({ World }) => chosen.has(World));
}

function AddWorld(): JSX.Element {
  return (
    <Button
      onClick={() => {
        joinOpen.value = true;
      }}
    >
      <Icon shape={Plus} size={16} />
      {fleetTexts.value.join.add}
    </Button>
  );
}
