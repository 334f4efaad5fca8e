import type { FleetTokenEntry } from '@palatine/contract';
import type { JSX } from 'preact';
import { nowMs } from '../../data/clock.ts';
import { Name } from '../../faces/Name.tsx';
import { Status } from '../../faces/Status.tsx';
import { Time } from '../../faces/Time.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { PermissionList } from '../../tokens/PermissionList.tsx';
import { Labels } from '../parts/Labels.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';

/** Tokens of the fleet. `onRevoke`: undefined for one who may not. */
export function FleetTokenTable(props: {
  tokens: readonly FleetTokenEntry[];
  onRevoke: ((token: FleetTokenEntry) => void) | undefined;
}): JSX.Element {
  const { tokens, onRevoke } = props;
  const text = fleetTexts.value.tokens;
  return (
    <PlainTable
      label={text.title}
      rows={tokens}
      keyOf={({ Id }) => Id}
      columns={[
        { title: text.name, cell: ({ Name: name }) => <Name text={name} /> },
        { title: text.state, cell: stateCell },
        { title: text.permissions, cell: ({ Permissions }) => <PermissionList of={Permissions} /> },
        { title: text.worlds, cell: ({ Worlds }) => worldsCell(Worlds) },
        {
          title: text.lastUsed,
          cell: ({ LastUsed }) =>
            LastUsed === undefined ? <span class="faint">{text.notUsed}</span> : <Time at={LastUsed} />,
        },
        {
          title: text.by,
          cell: ({ CreatedBy, CreatedAt }) => (
            <>
              <Name text={CreatedBy} otherwise="–" />
              <div class="faint">
                <Time at={CreatedAt} />
              </div>
            </>
          ),
        },
        ...(onRevoke === undefined
          ? []
          : [
              {
                title: text.revoke,
                figures: true,
                cell: (token: FleetTokenEntry) =>
                  token.Revoked ? null : (
                    <Button
                      kind="danger"
                      aria-label={text.revokeTitle(visibleText(token.Name))}
                      onClick={() => onRevoke(token)}
                    >
                      {text.revoke}
                    </Button>
                  ),
              },
            ]),
      ]}
    />
  );
}

function stateCell({ Revoked, Until }: FleetTokenEntry): JSX.Element {
  const text = fleetTexts.value.tokens;
  if (Revoked) return <Status tone="off">{text.revoked}</Status>;
  if (Until === undefined) return <Status tone="ok">{text.active}</Status>;
  const isOver = Date.parse(Until) <= nowMs.value;
  return (
    <>
      <Status tone={isOver ? 'off' : 'ok'}>{isOver ? text.ended : text.active}</Status>
      <div class="faint">
        {text.endsAt} <Time at={Until} as="moment" />
      </div>
    </>
  );
}

function worldsCell(worlds: readonly string[]): JSX.Element {
  if (worlds.includes('*')) return <>{fleetTexts.value.tokens.everyWorld}</>;
  return <Labels of={worlds.map((world) => worldName(world) || world)} />;
}
