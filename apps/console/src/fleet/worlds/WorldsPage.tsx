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
import { Age, Faces } from '../../faces/Faces.tsx';
import { Labels, Time, Unknown } from '../../faces/Values.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Card, Facts, PageBody } from '../../kit/Layout.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { Checkbox } from '../../kit/Toggles.tsx';
import { client, may } from '../../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/address-filters.tsx';
import { createSelection, type Selection } from '../../table/selection.ts';
import { texts } from '../../texts/texts.ts';
import { fleetWorlds } from '../../worlds/fleet-worlds.ts';
import { WorldLink, WorldState } from '../../worlds/WorldColumn.tsx';
import { MANY_ROUTES, ManyDialog, type ManyKind } from '../many/ManyDialog.tsx';
import { matchingWorlds, tagsOf } from './matching-worlds.ts';
import '../fleet.css';
import { FormDialog, SecretDialog } from '../../faces/FormDialog.tsx';
import { TextInput, wordsOf } from '../../kit/TextField.tsx';

/** Rows that are shown at once: a longer list is narrowed by a filter. */
const MOST = 300;

/** Every world that the token may see, and the way to do one thing at many of them. */
export default function WorldsPage() {
  const text = texts.value.worlds;
  const joining = useSignal(false);
  const doing = useSignal<{ kind: ManyKind; worlds: readonly FleetWorld[] } | undefined>(undefined);
  const selection = useMemo(() => createSelection<FleetWorld>(({ World }) => World), []);
  const all = fleetWorlds.value.value ?? [];
  const tags = tagsOf(all);
  const found = matchingWorlds(all, {
    find: filterOf('find'),
    tag: filterOf('tag'),
    state: filterOf('state') as FleetWorldState | '', // any other text fits no world
  });
  const kinds = (Object.keys(MANY_ROUTES) as ManyKind[]).filter((kind) => may(MANY_ROUTES[kind]));
  const chosen = all.filter(selection.has);
  const toolbar = (
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
      <span class="toolbar-end">
        {may(createJoinCode) && (
          <Button icon={Plus} onClick={() => assign(joining, true)}>
            {texts.value.join.add}
          </Button>
        )}
      </span>
    </>
  );
  return (
    <PageBody toolbar={toolbar}>
      <Card title={text.title} note={<Age of={fleetWorlds} />} flush>
        {kinds.length > 0 && found.length > 0 && (
          <ManyBar
            selection={selection}
            chosen={chosen}
            found={found}
            kinds={kinds}
            onDo={(kind) => assign(doing, { kind, worlds: chosen })}
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
                columns={worldColumns(kinds.length > 0 ? selection : undefined)}
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

/** Chooses worlds, all that are shown at once too, and says what is to be done at them. */
function ManyBar(props: {
  selection: Selection<FleetWorld>;
  chosen: readonly FleetWorld[];
  found: readonly FleetWorld[];
  kinds: readonly ManyKind[];
  onDo: (kind: ManyKind) => void;
}) {
  const { selection, chosen, found, kinds, onDo } = props;
  const text = texts.value.worlds;
  const shown = found.filter(selection.has);
  const items = kinds.map((kind) => ({
    id: kind,
    text: `${texts.value.many[kind]}…`,
    danger: kind === 'ban',
    run: () => onDo(kind),
  }));
  return (
    <div class="many-bar">
      <Checkbox
        checked={shown.length === found.length}
        indeterminate={shown.length > 0 && shown.length < found.length}
        onChange={(next) => (next ? selection.add(found) : shown.forEach(selection.toggle))}
      >
        {chosen.length === 0 ? text.chooseAll : text.chosen(chosen.length)}
      </Checkbox>
      <MenuButton kind="primary" disabled={chosen.length === 0} groups={[{ id: 'writes', items }]}>
        {text.write}
      </MenuButton>
      {chosen.length > 0 && (
        <Button kind="bare" onClick={selection.clear}>
          {text.clear}
        </Button>
      )}
    </div>
  );
}

/** The columns of the list; undefined for a token that may do nothing at many worlds at once. */
function worldColumns(selection: Selection<FleetWorld> | undefined): PlainColumn<FleetWorld>[] {
  const text = texts.value.worlds;
  const whileOnline = (figure: (world: FleetWorld) => number) => (world: FleetWorld) =>
    world.State === 'Online' ? formatNumber(figure(world)) : <Unknown why={text.states[world.State]} />;
  return [
    {
      title: text.name,
      cell: (world) => (
        <span class="world-cell">
          {selection && (
            <Checkbox
              label={text.choose(world.Name || world.World)}
              checked={selection.has(world)}
              onChange={() => selection.toggle(world)}
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

/** Makes the line with which a world joins the fleet, and shows it once. */
function JoinDialog({ onClose }: { onClose: () => void }) {
  const text = texts.value.join;
  const tags = useSignal('');
  const lists = useSignal('main');
  const made = useSignal<RouteReply<typeof createJoinCode> | undefined>(undefined);
  async function make(): Promise<void> {
    const body = { Tags: wordsOf(tags.value), Lists: wordsOf(lists.value) };
    made.value = await client().call(createJoinCode, { body });
  }
  if (made.value !== undefined) {
    const { Line, Until } = made.value;
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
