import type { FleetWorld } from '@palatine/contract';
import { formatNumber } from '../../data/format.ts';
import { Time } from '../../faces/Time.tsx';
import { Unknown } from '../../faces/Unknown.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { Labels } from '../parts/Labels.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { WorldLink } from '../world/WorldLink.tsx';
import { WorldState } from '../world/WorldState.tsx';
import '../world/worlds.css';

export interface WorldTableProps {
  worlds: readonly FleetWorld[];
  chosen: ReadonlySet<string>;
  /** Undefined for a token that may do nothing at many worlds at once. */
  onChoose: ((world: string, chosen: boolean) => void) | undefined;
}

/** The worlds, each with how it is. The name opens its console. */
export function WorldTable({ worlds, chosen, onChoose }: WorldTableProps) {
  const text = fleetTexts.value.worlds;
  return (
    <PlainTable
      label={text.title}
      rows={worlds}
      keyOf={({ World }) => World}
      columns={[
        {
          title: text.name,
          cell: ({ World, Name: name }) => (
            <span class="world-cell">
              {onChoose !== undefined && (
                <Checkbox
                  label={text.choose(name || World)}
                  checked={chosen.has(World)}
                  onChange={(next) => onChoose(World, next)}
                />
              )}
              <WorldLink world={World} name={name} />
            </span>
          ),
        },
        { title: text.state, cell: ({ State }) => <WorldState state={State} /> },
        {
          title: text.players,
          figures: true,
          cell: ({ State, PlayersOnline }) =>
            State === 'Online' ? formatNumber(PlayersOnline) : <Unknown why={text.states[State]} />,
        },
        {
          title: text.queue,
          figures: true,
          cell: ({ State, Queue }) =>
            State === 'Online' ? formatNumber(Queue) : <Unknown why={text.states[State]} />,
        },
        { title: text.behind, cell: behindCell },
        { title: text.tags, cell: ({ Tags }) => <Labels of={Tags} /> },
        { title: text.lists, cell: ({ Lists }) => <Labels of={Lists} /> },
        {
          title: text.version,
          cell: ({ Version, Attached }) =>
            Version === '' ? (
              <Unknown />
            ) : (
              <span title={Attached ? text.attached : undefined}>{Version}</span>
            ),
        },
        {
          title: text.lastSeen,
          cell: ({ LastSeen }) =>
            LastSeen === undefined ? <Unknown why={text.never} /> : <Time at={LastSeen} />,
        },
      ]}
    />
  );
}

function behindCell({ EventsBehind, AuditBehind, ListsBehind = 0 }: FleetWorld) {
  const text = fleetTexts.value.worlds;
  const words = text.behindBy(EventsBehind, AuditBehind, ListsBehind);
  return words === '' ? <span class="faint">{text.upToDate}</span> : <span class="behind">{words}</span>;
}
