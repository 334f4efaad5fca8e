import {
  createJoinCode,
  FLEET_WORLD_STATES,
  type FleetWorld,
  type FleetWorldState,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { formatNumber } from '../../data/format.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Labels } from '../../faces/Labels.tsx';
import { Time } from '../../faces/Time.tsx';
import { Unknown } from '../../faces/Unknown.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { may } from '../../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/address-filters.tsx';
import { texts } from '../../texts/texts.ts';
import { fleetWorlds } from '../../worlds/fleet-worlds.ts';
import { WorldLink } from '../../worlds/WorldColumn.tsx';
import { WorldState } from '../../worlds/WorldState.tsx';
import { MANY_ROUTES, ManyDialog, type ManyDialogProps, type ManyKind } from '../many/ManyDialog.tsx';
import { JoinDialog } from './JoinDialog.tsx';
import { matchingWorlds, tagsOf, toggled } from './matching-worlds.ts';
import '../fleet.css';

/** Rows that are shown at once: a longer list is narrowed by a filter. */
const MOST = 300;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage() {
  const text = texts.value.worlds;
  const joining = useSignal(false);
  const doing = useSignal<Pick<ManyDialogProps, 'kind' | 'worlds'> | undefined>(undefined);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const all = fleetWorlds.value.value ?? [];
  const found = matchingWorlds(all, {
    find: filterOf('find'),
    tag: filterOf('tag'),
    state: filterOf('state') as FleetWorldState | '', // any other text fits no world
  });
  const kinds = (Object.keys(MANY_ROUTES) as ManyKind[]).filter((kind) => may(MANY_ROUTES[kind]));
  const choosing: Choosing = {
    chosen: all.filter(({ World }) => chosen.value.has(World)),
    choose(worlds, isChosen) {
      const keys = worlds.map(({ World }) => World);
      chosen.value = toggled(chosen.value, keys, isChosen);
    },
  };
  return (
    <PageBody
      toolbar={
        <>
          <WorldFilters worlds={all} />
          <span class="toolbar-end">
            {may(createJoinCode) && (
              <Button icon={Plus} onClick={() => assign(joining, true)}>
                {texts.value.join.add}
              </Button>
            )}
          </span>
        </>
      }
    >
      <Card title={text.title} note={<Age of={fleetWorlds} />} flush>
        {kinds.length > 0 && found.length > 0 && (
          <ManyBar
            {...choosing}
            found={found}
            kinds={kinds}
            onDo={(kind) => assign(doing, { kind, worlds: choosing.chosen })}
          />
        )}
        <Faces of={fleetWorlds} empty={text.none}>
          {() =>
            found.length === 0 ? (
              <div class="face">{text.noneMatch}</div>
            ) : (
              <PlainTable
                label={text.title}
                rows={found.slice(0, MOST)}
                keyOf={({ World }) => World}
                columns={worldColumns(kinds.length > 0 ? choosing : undefined)}
              />
            )
          }
        </Faces>
      </Card>
      {joining.value && <JoinDialog onClose={() => assign(joining, false)} />}
      {doing.value && <ManyDialog {...doing.value} onClose={() => assign(doing, undefined)} />}
    </PageBody>
  );
}

/** What the list of worlds is narrowed to; the address of the page holds it. */
function WorldFilters({ worlds }: { worlds: readonly FleetWorld[] }) {
  const text = texts.value.worlds;
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

interface Choosing {
  readonly chosen: readonly FleetWorld[];
  /** Chooses worlds, or lets go of them. */
  readonly choose: (worlds: readonly FleetWorld[], isChosen: boolean) => void;
}

/** Chooses worlds, all that are shown at once too, and says what is to be done at them. */
function ManyBar(
  props: Choosing & {
    found: readonly FleetWorld[];
    kinds: readonly ManyKind[];
    onDo: (kind: ManyKind) => void;
  },
) {
  const { chosen, choose, found, kinds, onDo } = props;
  const text = texts.value.worlds;
  const count = found.filter((world) => chosen.includes(world)).length;
  return (
    <div class="many-bar">
      <Checkbox
        checked={count === found.length}
        indeterminate={count > 0 && count < found.length}
        onChange={(next) => choose(found, next)}
      >
        {chosen.length === 0 ? text.chooseAll : text.chosen(chosen.length)}
      </Checkbox>
      <MenuButton
        kind="primary"
        disabled={chosen.length === 0}
        groups={[
          {
            id: 'writes',
            items: kinds.map((kind) => ({
              id: kind,
              text: `${texts.value.many[kind]}…`,
              danger: kind === 'ban',
              run: () => onDo(kind),
            })),
          },
        ]}
      >
        {text.write}
      </MenuButton>
      {chosen.length > 0 && (
        <Button kind="bare" onClick={() => choose(chosen, false)}>
          {text.clear}
        </Button>
      )}
    </div>
  );
}

/** The columns of the list; undefined for a token that may do nothing at many worlds at once. */
function worldColumns(choosing: Choosing | undefined): PlainColumn<FleetWorld>[] {
  const text = texts.value.worlds;
  const whileOnline = (figure: (world: FleetWorld) => number) => (world: FleetWorld) =>
    world.State === 'Online' ? formatNumber(figure(world)) : <Unknown why={text.states[world.State]} />;
  return [
    {
      title: text.name,
      cell: (world) => (
        <span class="world-cell">
          {choosing && (
            <Checkbox
              label={text.choose(world.Name || world.World)}
              checked={choosing.chosen.includes(world)}
              onChange={(next) => choosing.choose([world], next)}
            />
          )}
          <WorldLink world={world.World} name={world.Name} />
        </span>
      ),
    },
    { title: text.state, cell: ({ State }) => <WorldState state={State} /> },
    { title: text.players, figures: true, cell: whileOnline(({ PlayersOnline }) => PlayersOnline) },
    { title: text.queue, figures: true, cell: whileOnline(({ Queue }) => Queue) },
    { title: text.behind, cell: behindCell },
    { title: text.tags, cell: ({ Tags }) => <Labels of={Tags} /> },
    { title: text.lists, cell: ({ Lists }) => <Labels of={Lists} /> },
    {
      title: text.version,
      cell: ({ Version, Attached }) =>
        Version === '' ? <Unknown /> : <span title={Attached ? text.attached : undefined}>{Version}</span>,
    },
    {
      title: text.lastSeen,
      cell: ({ LastSeen }) =>
        LastSeen === undefined ? <Unknown why={text.never} /> : <Time at={LastSeen} />,
    },
  ];
}

function behindCell({ EventsBehind, AuditBehind, ListsBehind }: FleetWorld) {
  const text = texts.value.worlds;
  const words = text.behindBy(EventsBehind, AuditBehind, ListsBehind);
  return words === '' ? <span class="faint">{text.upToDate}</span> : <span class="behind">{words}</span>;
}
