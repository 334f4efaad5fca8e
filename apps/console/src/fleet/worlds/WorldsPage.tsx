import {
  createJoinCode,
  FLEET_WORLD_STATES,
  type FleetWorld,
  type FleetWorldState,
  type RouteReply,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../../data/format.ts';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Facts, PageBody } from '../../kit/Layout.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { worldHref } from '../../navigation/place.ts';
import { client, may } from '../../session/session.ts';
import { type Column, count, moments, type Sorting, sortable } from '../../table/column.tsx';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/filters.tsx';
import { ListView } from '../../table/ListView.tsx';
import { createSelection } from '../../table/table-state.ts';
import { useWholeList } from '../../table/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { Labels, Time, Unknown } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';
import { fleetWorlds } from '../../worlds/fleet-worlds.ts';
import { WorldLink, WorldState } from '../../worlds/WorldColumn.tsx';
import { MANY_ROUTES, ManyDialog, type ManyKind } from '../many/ManyDialog.tsx';
import { matchingWorlds, tagsOf } from './matching-worlds.ts';
import '../fleet.css';
import { TextInput, wordsOf } from '../../kit/TextField.tsx';
import { FormDialog, SecretDialog } from '../../views/FormDialog.tsx';

const FILTERS = ['find', 'state', 'tag'] as const;
const BY_NAME: Sorting = { sort: 'name', order: 'Ascending' };
const keyOf = ({ World }: FleetWorld) => World;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage() {
  const text = texts.value.worlds;
  const joining = useSignal(false);
  const doing = useSignal<{ kind: ManyKind; worlds: readonly FleetWorld[] } | undefined>(undefined);
  const selection = useMemo(() => createSelection(keyOf), []);
  const kinds = (Object.keys(MANY_ROUTES) as ManyKind[]).filter((kind) => may(MANY_ROUTES[kind]));
  const columns = worldColumns();
  const list = useWholeList({
    of: fleetWorlds,
    rows: (worlds) =>
      matchingWorlds(worlds, {
        find: filterOf('find'),
        tag: filterOf('tag'),
        state: filterOf('state') as FleetWorldState | '', // any other text fits no world
      }),
    columns,
    sorting: BY_NAME,
  });
  const joinButton = may(createJoinCode) && (
    <Button icon={Plus} onClick={() => assign(joining, true)}>
      {texts.value.join.add}
    </Button>
  );
  return (
    <PageBody flush>
      <ListView<FleetWorld>
        id="worlds"
        label={text.title}
        list={list}
        keyOf={keyOf}
        nameOf={({ Name, World }) => visibleText(Name) || World}
        columns={columns}
        filters={FILTERS}
        sorting={BY_NAME}
        none={text.none}
        noneMatch={text.noneMatch}
        onOpen={({ World }) => location.assign(worldHref(World))}
        tools={joinButton}
        {...(kinds.length > 0 && { selection })}
        bulk={
          <WriteMenu
            kinds={kinds}
            onChoose={(kind) => assign(doing, { kind, worlds: selection.rows.value })}
          />
        }
      >
        <WorldFilters tags={tagsOf(fleetWorlds.value.value ?? [])} />
      </ListView>
      {joining.value && <JoinDialog onClose={() => assign(joining, false)} />}
      {doing.value && <ManyDialog {...doing.value} onClose={() => assign(doing, undefined)} />}
    </PageBody>
  );
}

function WorldFilters({ tags }: { tags: readonly string[] }) {
  const text = texts.value.worlds;
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

/** The menu of what can be done at the chosen worlds. */
function WriteMenu({ kinds, onChoose }: { kinds: readonly ManyKind[]; onChoose: (kind: ManyKind) => void }) {
  const items = kinds.map((kind) => ({
    id: kind,
    text: `${texts.value.many[kind]}…`,
    danger: kind === 'ban',
    run: () => onChoose(kind),
  }));
  return (
    <MenuButton kind="primary" align="end" groups={[{ id: 'writes', items }]}>
      {texts.value.worlds.write}
    </MenuButton>
  );
}

function worldColumns(): Column<FleetWorld>[] {
  const text = texts.value.worlds;
  const whileOnline = (id: string, name: string, of: (world: FleetWorld) => number): Column<FleetWorld> => ({
    ...count(id, name, (world) => (world.State === 'Online' ? of(world) : undefined)),
    cell: (world) =>
      world.State === 'Online' ? formatNumber(of(world)) : <Unknown why={text.states[world.State]} />,
  });
  return sortable<FleetWorld>([
    {
      id: 'name',
      text: text.name,
      minPx: 160,
      grow: 1.5,
      fixed: true,
      csv: ({ Name, World }) => Name || World,
      cell: (world) => <WorldLink world={world.World} name={world.Name} />,
    },
    {
      id: 'state',
      text: text.state,
      minPx: 100,
      atEnd: true,
      csv: ({ State }) => text.states[State],
      cell: ({ State }) => <WorldState state={State} />,
    },
    whileOnline('players', text.players, ({ PlayersOnline }) => PlayersOnline),
    whileOnline('queue', text.queue, ({ Queue }) => Queue),
    { id: 'behind', text: text.behind, minPx: 120, grow: 1, csv: behindText, cell: behindCell },
    {
      id: 'tags',
      text: text.tags,
      minPx: 100,
      grow: 1,
      csv: ({ Tags }) => Tags.join(' '),
      cell: ({ Tags }) => <Labels of={Tags} />,
    },
    {
      id: 'lists',
      text: text.lists,
      minPx: 100,
      grow: 1,
      csv: ({ Lists }) => Lists.join(' '),
      cell: ({ Lists }) => <Labels of={Lists} />,
    },
    {
      id: 'version',
      text: text.version,
      minPx: 90,
      csv: ({ Version }) => Version,
      cell: ({ Version, Attached }) =>
        Version === '' ? <Unknown /> : <span title={Attached ? text.attached : undefined}>{Version}</span>,
    },
    {
      ...moments<FleetWorld>('lastSeen', text.lastSeen, ({ LastSeen }) => LastSeen),
      cell: ({ LastSeen }) =>
        LastSeen === undefined ? <Unknown why={text.never} /> : <Time at={LastSeen} />,
    },
  ]);
}

function behindText({ EventsBehind, AuditBehind, ListsBehind }: FleetWorld): string {
  return texts.value.worlds.behindBy(EventsBehind, AuditBehind, ListsBehind);
}

function behindCell(world: FleetWorld) {
  const words = behindText(world);
  return words === '' ? (
    <span class="faint">{texts.value.worlds.upToDate}</span>
  ) : (
    <span class="behind">{words}</span>
  );
}

/** Makes the line with which a world joins the fleet, and shows it once. */
function JoinDialog({ onClose }: { onClose: () => void }) {
  const text = texts.value.join;
  const tags = useSignal('');
  const lists = useSignal('main');
  const joinCode = useSignal<RouteReply<typeof createJoinCode> | undefined>(undefined);
  async function make(): Promise<void> {
    const body = { Tags: wordsOf(tags.value), Lists: wordsOf(lists.value) };
    joinCode.value = await client().call(createJoinCode, { body });
  }
  if (joinCode.value !== undefined) {
    const { Line, Until } = joinCode.value;
    return (
      <SecretDialog
        onClose={onClose}
        title={text.title}
        description={text.hint}
        secret={`npm start -- --join '${Line}'`}
        what={text.command}
      >
        <Facts of={[[text.until, <Time key="until" at={Until} as="moment" />]]} />
      </SecretDialog>
    );
  }
  return (
    <FormDialog onClose={onClose} title={text.title} doText={text.make} run={make} onDone={() => {}}>
      <TextInput label={text.tags} hint={text.tagsHint} bind={tags} maxLength={400} />
      <TextInput label={text.lists} hint={text.listsHint} bind={lists} maxLength={400} />
    </FormDialog>
  );
}
