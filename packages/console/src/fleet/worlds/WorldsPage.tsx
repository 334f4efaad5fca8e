import {
  createJoinCode,
  FLEET_WORLD_STATES,
  type FleetWorld,
  type FleetWorldState,
} from '@palatine/contract';
import { type Signal, useSignal } from '@preact/signals';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { Age, Faces } from '../../faces/Faces.tsx';
import { LazyPart } from '../../faces/LazyPart.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { may } from '../../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/address-filters.tsx';
import { withTexts } from '../../texts/texts.ts';
import { MANY_KINDS, manyOpen, mayDo, mayWriteMany, openMany } from '../many/many-open.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';
import { matchingWorlds, tagsOf, toggled, type WorldFilters } from './chosen-worlds.ts';
import { joinOpen } from './join-open.ts';
import { WorldTable } from './WorldTable.tsx';

const joinDialog = () => import('./JoinDialog.tsx');
const manyDialog = withTexts(() => import('../many/ManyDialog.tsx'));
/** Rows that are shown at once: a longer list is narrowed by a filter. */
const MOST = 300;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage() {
  const text = fleetTexts.value.worlds;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const filters: WorldFilters = {
    find: filterOf('find'),
    tag: filterOf('tag'),
    state: filterOf('state') as FleetWorldState | '', // any other text fits no world
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
          <WorldFilterBar worlds={all} />
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

function AddWorld() {
  return (
    <Button onClick={() => assign(joinOpen, true)}>
      <Icon shape={Plus} size={16} />
      {fleetTexts.value.join.add}
    </Button>
  );
}

/** What the list of worlds is narrowed to; the address of the page holds it. */
function WorldFilterBar({ worlds }: { worlds: readonly FleetWorld[] }) {
  const text = fleetTexts.value.worlds;
  const tags = tagsOf(worlds);
  return (
    <>
      <SearchFilter name="find" label={text.find} maxLength={200} />
      <ChoiceFilter
        name="state"
        label={text.state}
        any={text.anyState}
        options={optionsOf(text.states, FLEET_WORLD_STATES)}
      />
      {tags.length > 0 && (
        <ChoiceFilter
          name="tag"
          label={text.tags}
          any={text.anyTag}
          options={tags.map((value) => ({ value, text: value }))}
        />
      )}
    </>
  );
}

interface ManyBarProps {
  /** The worlds that fit the filter. */
  found: readonly FleetWorld[];
  /** Keys of the chosen ones. */
  chosen: Signal<ReadonlySet<string>>;
  /** The chosen ones. */
  worlds: readonly FleetWorld[];
}

/** Chooses worlds, all that are shown at once too, and says what is to be done at them. */
function ManyBar({ found, chosen, worlds }: ManyBarProps) {
  const text = fleetTexts.value;
  const keys = found.map(({ World }) => World);
  const some = keys.some((key) => chosen.value.has(key));
  const all = keys.every((key) => chosen.value.has(key));
  return (
    <div class="many-bar">
      <Checkbox
        checked={all}
        indeterminate={some && !all}
        onChange={(next) => {
          const others = [...chosen.value].filter((key) => !keys.includes(key));
          chosen.value = new Set(next ? [...others, ...keys] : others);
        }}
      >
        {worlds.length === 0 ? text.worlds.chooseAll : text.worlds.chosen(worlds.length)}
      </Checkbox>
      <Menu
        trigger={
          <Button disabled={worlds.length === 0}>
            {text.worlds.write}
            <Icon shape={ChevronDown} size={14} />
          </Button>
        }
        groups={[
          {
            id: 'writes',
            items: MANY_KINDS.filter(mayDo).map((kind) => ({
              id: kind,
              text: `${text.many[kind]}…`,
              danger: kind === 'ban',
              run: () => openMany(kind, worlds),
            })),
          },
        ]}
      />
      {worlds.length > 0 && (
        <Button kind="bare" onClick={() => assign(chosen, new Set())}>
          {text.worlds.clear}
        </Button>
      )}
    </div>
  );
}
