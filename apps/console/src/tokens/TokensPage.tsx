import {
  createFleetToken,
  type FleetTokenEntry,
  getFleetTokens,
  getTokens,
  revokeFleetToken,
  type TokenEntry,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useEffect } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { FormDialog } from '../faces/FormDialog.tsx';
import { TableCard } from '../faces/TableCard.tsx';
import { Labels, Name, Status, Time } from '../faces/Values.tsx';
import { visibleText } from '../faces/visible-text.ts';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import type { PlainColumn } from '../kit/PlainTable.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { setCounter } from '../navigation/counters.ts';
import { atFleet } from '../navigation/place.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { worldName } from '../worlds/fleet-worlds.ts';
import { CreateToken } from './CreateToken.tsx';
import './tokens.css';
import { permissionGroups } from './permission-groups.ts';
import '../faces/faces.css';

/** The commands that make and revoke a token of a world: its secrets never pass through the page. */
const COMMANDS = ['palatine token create NAME', 'palatine token revoke NAME'];

/** The tokens: the files of a world, or those that the gateway of a fleet has made. */
export default function TokensPage() {
  return atFleet ? <FleetTokens /> : <TokenFiles />;
}

/** The token files of a world: what each may do and when it was used. */
function TokenFiles() {
  const text = texts.value.tokens;
  const tokens = useResource((signal) => client().call(getTokens, { signal }));
  const { Tokens: found, Ignored = [] } = tokens.value.value ?? {};
  useEffect(() => {
    // Token files count without being read again by anybody, so the page knows better than the frame.
    const count = found?.filter(({ Fault }) => Fault !== undefined).length;
    if (count !== undefined) setCounter('tokens', { count, warns: true });
  }, [found]);
  return (
    <PageBody>
      <TableCard
        title={texts.value.shell.pages.tokens}
        of={tokens}
        rows={({ Tokens }) => Tokens}
        keyOf={({ File }) => File}
        columns={[
          { title: text.name, cell: nameCell },
          ...commonColumns<TokenEntry>(),
          { title: text.today, figures: true, cell: ({ RequestsToday }) => formatNumber(RequestsToday) },
          { title: text.file, cell: ({ File }) => <code>{File}</code> },
        ]}
        empty={text.none}
      />
      {Ignored.length > 0 && (
        <Card title={text.ignored}>
          <ul>
            {Ignored.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )}
      <p class="quiet token-commands">
        {text.commands}
        {COMMANDS.map((command) => (
          <CopyId key={command} id={command} what={command} />
        ))}
      </p>
    </PageBody>
  );
}

/** The tokens of a fleet: what each may do and where; the way to make one and to revoke it. */
function FleetTokens() {
  const text = texts.value.fleetTokens;
  const tokens = useResource((signal) => client().call(getFleetTokens, { signal }));
  const creating = useSignal(false);
  const revoking = useSignal<FleetTokenEntry | undefined>(undefined);
  const withRevoked = useSignal(false);
  const revoked = revoking.value;
  return (
    <PageBody>
      <TableCard
        title={text.title}
        of={tokens}
        rows={({ Tokens }) => Tokens.filter(({ Revoked }) => withRevoked.value || !Revoked)}
        keyOf={({ Id }) => Id}
        columns={[
          { title: text.name, cell: ({ Name: name }) => <Name text={name} /> },
          { title: text.state, cell: stateCell },
          { title: text.worlds, cell: ({ Worlds }) => worldsCell(Worlds) },
          ...commonColumns<FleetTokenEntry>(),
          { title: text.by, cell: madeCell },
          ...(may(revokeFleetToken) ? [revokeColumn((token) => assign(revoking, token))] : []),
        ]}
        empty={text.none}
        tools={
          <>
            <Switch checked={withRevoked.value} onChange={(next) => assign(withRevoked, next)}>
              {text.showRevoked}
            </Switch>
            {may(createFleetToken) && (
              <Button icon={Plus} onClick={() => assign(creating, true)}>
                {text.create}
              </Button>
            )}
          </>
        }
      />
      {creating.value && (
        <CreateToken onClose={() => assign(creating, false)} onMade={() => void tokens.refresh()} />
      )}
      {revoked !== undefined && (
        <FormDialog
          onClose={() => assign(revoking, undefined)}
          title={text.revokeTitle(visibleText(revoked.Name))}
          description={text.revokeWhy}
          doText={text.revoke}
          danger
          run={async () => {
            await client().call(revokeFleetToken, { params: { id: revoked.Id } });
            await tokens.refresh();
          }}
        />
      )}
    </PageBody>
  );
}

/** What a token may do, and when it was used last. */
function commonColumns<Token extends Pick<TokenEntry, 'Permissions' | 'LastUsed'>>(): PlainColumn<Token>[] {
  const text = texts.value.tokens;
  return [
    { title: text.permissions, cell: ({ Permissions }) => <PermissionList of={Permissions} /> },
    {
      title: text.lastUsed,
      cell: ({ LastUsed }) =>
        LastUsed === undefined ? <span class="faint">{text.never}</span> : <Time at={LastUsed} />,
    },
  ];
}

function nameCell({ Name: name, File, Fault, Hashed, Warnings }: TokenEntry) {
  const text = texts.value.tokens;
  return (
    <div class="token-name">
      <Name text={name} otherwise={File} />
      {Fault !== undefined && <Status tone="danger">{`${text.faulty}: ${Fault}`}</Status>}
      {[...(Hashed || Fault !== undefined ? [] : [text.plain]), ...Warnings].map((warning) => (
        <Status key={warning} tone="warn">
          {warning}
        </Status>
      ))}
    </div>
  );
}

function stateCell({ Revoked, Until }: FleetTokenEntry) {
  const text = texts.value.fleetTokens;
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
  if (worlds.includes('*')) return <>{texts.value.fleetTokens.everyWorld}</>;
  return <Labels of={worlds.map((world) => worldName(world) || world)} />;
}

function madeCell({ CreatedBy, CreatedAt }: FleetTokenEntry) {
  return (
    <>
      <Name text={CreatedBy} otherwise="–" />
      <div class="faint">
        <Time at={CreatedAt} />
      </div>
    </>
  );
}

function revokeColumn(onRevoke: (token: FleetTokenEntry) => void): PlainColumn<FleetTokenEntry> {
  const text = texts.value.fleetTokens;
  return {
    title: text.revoke,
    figures: true,
    cell: (token) =>
      !token.Revoked && (
        <Button
          kind="danger"
          aria-label={text.revokeTitle(visibleText(token.Name))}
          onClick={() => onRevoke(token)}
        >
          {text.revoke}
        </Button>
      ),
  };
}

/** What a token may do, in groups of which each names its members to whoever points at it. */
function PermissionList({ of: permissions }: { of: readonly string[] }) {
  const text = texts.value.tokens;
  if (permissions.includes('*')) return <Status tone="info">{text.all}</Status>;
  if (permissions.length === 0) return <span class="faint">{text.nothing}</span>;
  return (
    <ul class="labels">
      {permissionGroups(permissions).map(({ name, permissions: members }) => (
        <li key={name} title={members.join('\n')}>
          <code>{text.group(name, members.length)}</code>
        </li>
      ))}
    </ul>
  );
}
