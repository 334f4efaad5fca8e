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
import { DialogButton } from '../../kit/Dialog.tsx';
import { optionsOf, TextInput, wordsOf } from '../../kit/Fields.tsx';
import { Facts } from '../../kit/Layout.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { worldHref } from '../../navigation/place.ts';
import { client, may } from '../../session/session.ts';
import { type Column, column, count, labels, moments } from '../../table/column.tsx';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/filters.tsx';
import { ListView } from '../../table/ListView.tsx';
import { createSelection } from '../../table/table-state.ts';
import { useWholeList } from '../../table/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { FormDialog, SecretDialog } from '../../views/FormDialog.tsx';
import { Time, Unknown } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';
import { fleetWorlds, WorldLink, WorldState } from '../../worlds/WorldColumn.tsx';
import { MANY_ROUTES, ManyDialog, type ManyKind } from '../many/ManyDialog.tsx';
import { matchingWorlds, tagsOf } from './matching-worlds.ts';
import '../fleet.css';

const FILTERS = ['find', 'state', 'tag'] as const;
const keyOf = ({ World }: FleetWorld) => World;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage() {
  const text = texts.value.worlds;
  const doing = useSignal<{ kind: ManyKind; worlds: readonly FleetWorld[] } | undefined>(undefined);
  const selection = useMemo(() => createSelection(keyOf), []);
  const kinds = (Object.keys(MANY_ROUTES) as ManyKind[]).filter((kind) => may(MANY_ROUTES[kind]));
  const list = useWholeList({
    resource: fleetWorlds,
    rows: (worlds) =>
      matchingWorlds(worlds, {
        find: filterOf('find'),
        tag: filterOf('tag'),
        state: filterOf('state') as FleetWorldState | '', // any other text fits no world
      }),
    columns: worldColumns(),
  });
  const joinButton = may(createJoinCode) && (
    <DialogButton icon={Plus} text={texts.value.join.add}>
      {(close) => <JoinDialog onClose={close} />}
    </DialogButton>
  );
  return (
    <>
      <ListView<FleetWorld>
        id="worlds"
        label={texts.value.shell.pages.worlds}
        {...list}
        keyOf={keyOf}
        nameOf={({ Name, World }) => visibleText(Name) || World}
        filters={FILTERS}
        none={text.none}
        noneMatch={text.noneMatch}
        onOpen={({ World }) => location.assign(worldHref(World))}
        tools={joinButton}
        {...(kinds.length > 0 && { selection })}
        bulk={
          <WriteMenu
            kinds={kinds}
            onChoose={(kind) => (doing.value = { kind, worlds: selection.rows.value })}
          />
        }
      >
        <WorldFilters tags={tagsOf(fleetWorlds.value.value ?? [])} />
      </ListView>
      {doing.value && <ManyDialog {...doing.value} onClose={() => (doing.value = undefined)} />}
    </>
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
          label={texts.value.worlds.tags}
          any={text.anyTag}
          options={tags.map((value) => ({ value, text: value }))}
        />
      )}
    </>
  );
}

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
  const whileOnline = (id: string, name: string, figureOf: (world: FleetWorld) => number) =>
    count(id, name, (world: FleetWorld) => (world.State === 'Online' ? figureOf(world) : undefined), {
      cell: (world) =>
        world.State === 'Online' ? formatNumber(figureOf(world)) : <Unknown why={text.states[world.State]} />,
    });
  return [
    column('name', text.name, ({ Name, World }) => Name || World, {
      minPx: 160,
      grow: 1.5,
      fixed: true,
      cell: ({ Name, World }) => <WorldLink world={World} name={Name} />,
    }),
    column('state', text.state, ({ State }) => text.states[State], {
      minPx: 100,
      atEnd: true,
      cell: ({ State }) => <WorldState state={State} />,
    }),
    whileOnline('players', text.players, ({ PlayersOnline }) => PlayersOnline),
    whileOnline('queue', text.queue, ({ Queue }) => Queue),
    column('behind', text.behind, behindText, { minPx: 120, grow: 1, cell: behindCell }),
    labels('tags', text.tags, ({ Tags }) => Tags),
    labels('lists', text.lists, ({ Lists }) => Lists),
    column('version', text.version, ({ Version }) => Version, {
      minPx: 90,
      cell: ({ Version, Attached }) =>
        Version === '' ? <Unknown /> : <span title={Attached ? text.attached : undefined}>{Version}</span>,
    }),
    moments('lastSeen', text.lastSeen, ({ LastSeen }) => LastSeen, {
      cell: ({ LastSeen }) =>
        LastSeen === undefined ? <Unknown why={text.never} /> : <Time at={LastSeen} />,
    }),
  ];
}

function behindText({ EventsBehind, AuditBehind, ListsBehind }: FleetWorld): string {
  return texts.value.worlds.behindBy(EventsBehind, AuditBehind, ListsBehind);
}

function behindCell(world: FleetWorld) {
  const words = behindText(world);
  return words === '' ? (
    <span class="faint">{texts.value.worlds.upToDate}</span>
  ) : (
    <span class="toned warn">{words}</span>
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
        <Facts facts={[[text.until, <Time key="until" at={Until} as="moment" />]]} />
      </SecretDialog>
    );
  }
  return (
    <FormDialog onClose={onClose} title={text.title} doText={text.make} run={make} onDone={() => {}}>
      <TextInput label={texts.value.worlds.tags} hint={text.tagsHint} bind={tags} maxLength={400} />
      <TextInput label={texts.value.shell.tabs.lists} hint={text.listsHint} bind={lists} maxLength={400} />
    </FormDialog>
  );
}
