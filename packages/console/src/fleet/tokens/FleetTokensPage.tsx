import { createFleetToken, type FleetTokenEntry, getFleetTokens, revokeFleetToken } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { nowMs } from '../../data/clock.ts';
import { useResource } from '../../data/use-resource.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Name } from '../../faces/Name.tsx';
import { Status } from '../../faces/Status.tsx';
import { Time } from '../../faces/Time.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { fleetClient, may } from '../../session/session.ts';
import { PermissionList } from '../../tokens/PermissionList.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Labels } from '../parts/Labels.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';
import { CreateToken } from './CreateToken.tsx';

/** The tokens of the fleet: what each may do and where; the way to make one and to revoke it. */
export default function FleetTokensPage() {
  const text = fleetTexts.value.tokens;
  const tokens = useResource(async (signal) => (await fleetClient().call(getFleetTokens, { signal })).Tokens);
  const creating = useSignal(false);
  const revoking = useSignal<FleetTokenEntry | undefined>(undefined);
  const withRevoked = useSignal(false);
  const shown = (all: readonly FleetTokenEntry[]) =>
    all.filter(({ Revoked }) => withRevoked.value || !Revoked);
  return (
    <PageBody>
      <Card
        title={text.title}
        note={<Age of={tokens} />}
        tools={
          <>
            <Switch checked={withRevoked.value} onChange={(next) => assign(withRevoked, next)}>
              {text.showRevoked}
            </Switch>
            {may(createFleetToken) && (
              <Button onClick={() => assign(creating, true)}>
                <Icon shape={Plus} size={16} />
                {text.create}
              </Button>
            )}
          </>
        }
        flush
      >
        <Faces of={tokens} empty={text.none} isEmpty={(all) => shown(all).length === 0}>
          {(all) => (
            <FleetTokenTable
              tokens={shown(all)}
              onRevoke={may(revokeFleetToken) ? (token) => assign(revoking, token) : undefined}
            />
          )}
        </Faces>
      </Card>
      {creating.value && (
        <CreateToken onClose={() => assign(creating, false)} onMade={() => void tokens.refresh()} />
      )}
      <ConfirmDialog
        open={revoking.value !== undefined}
        onClose={() => assign(revoking, undefined)}
        title={text.revokeTitle(visibleText(revoking.value?.Name ?? ''))}
        description={text.revokeWhy}
        doText={text.revoke}
        cancel={text.cancel}
        danger
        run={async () => {
          await fleetClient().call(revokeFleetToken, { params: { id: revoking.peek()?.Id ?? '' } });
          await tokens.refresh();
        }}
      />
    </PageBody>
  );
}

/** Tokens of the fleet. `onRevoke`: undefined for one who may not. */
function FleetTokenTable(props: {
  tokens: readonly FleetTokenEntry[];
  onRevoke: ((token: FleetTokenEntry) => void) | undefined;
}) {
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

function stateCell({ Revoked, Until }: FleetTokenEntry) {
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

function worldsCell(worlds: readonly string[]) {
  if (worlds.includes('*')) return <>{fleetTexts.value.tokens.everyWorld}</>;
  return <Labels of={worlds.map((world) => worldName(world) || world)} />;
}
