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
import { useResource } from '../data/use-resource.ts';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { setCounter } from '../navigation/counters.ts';
import { atFleet } from '../navigation/place.ts';
import { client, may } from '../session/session.ts';
import { type Column, count, moments, type Sorting, sortable, words } from '../table/column.tsx';
import { ListCard, ListView } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { CopyId } from '../views/CopyId.tsx';
import { FormDialog } from '../views/FormDialog.tsx';
import { Labels, Name, Status, Time } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { worldName } from '../worlds/fleet-worlds.ts';
import { CreateToken } from './CreateToken.tsx';
import './tokens.css';
import { permissionGroups } from './permission-groups.ts';
import '../views/async-view.css';

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
  const { Tokens: files, Ignored = [] } = tokens.value.value ?? {};
  useEffect(() => {
    // Token files take effect without a reload, so the page knows better than the frame.
    const count = files?.filter(({ Fault }) => Fault !== undefined).length;
    if (count !== undefined) setCounter('tokens', { count, warns: true });
  }, [files]);
  const columns = fileColumns();
  const list = useWholeList({ of: tokens, rows: ({ Tokens }) => Tokens, columns, sorting: BY_NAME });
  return (
    <PageBody>
      <ListCard<TokenEntry>
        id="tokens"
        label={texts.value.shell.pages.tokens}
        list={list}
        keyOf={({ File }) => File}
        nameOf={({ Name: name, File }) => visibleText(name) || File}
        columns={columns}
        sorting={BY_NAME}
        none={text.none}
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

const BY_NAME: Sorting = { sort: 'name', order: 'Ascending' };

function fileColumns(): Column<TokenEntry>[] {
  const text = texts.value.tokens;
  return sortable<TokenEntry>([
    {
      id: 'name',
      text: text.name,
      minPx: 130,
      grow: 1,
      fixed: true,
      csv: ({ Name: name }) => name,
      cell: ({ Name: name, File }) => <Name text={name} otherwise={File} />,
    },
    {
      id: 'state',
      text: text.state,
      minPx: 130,
      grow: 1,
      csv: (token) => warningsOf(token).join(' · '),
      cell: (token) => <FileState of={token} />,
    },
    ...commonColumns<TokenEntry>(),
    count('today', text.today, ({ RequestsToday }) => RequestsToday),
    {
      id: 'file',
      text: text.file,
      minPx: 150,
      grow: 1,
      csv: ({ File }) => File,
      cell: ({ File }) => <code>{File}</code>,
    },
  ]);
}

function warningsOf({ Fault, Hashed, Warnings }: TokenEntry): string[] {
  const text = texts.value.tokens;
  const fault = Fault === undefined ? [] : [`${text.faulty}: ${Fault}`];
  return [...fault, ...(Hashed || Fault !== undefined ? [] : [text.plain]), ...Warnings];
}

/** Why a token file is not valid, and what else is wrong with it. */
function FileState({ of: token }: { of: TokenEntry }) {
  const warnings = warningsOf(token);
  if (warnings.length === 0) return <Status tone="ok">{texts.value.tokens.valid}</Status>;
  const tone = token.Fault === undefined ? 'warn' : 'danger';
  return (
    <span class="token-warnings" title={warnings.join('\n')}>
      {warnings.map((warning) => (
        <Status key={warning} tone={tone}>
          {warning}
        </Status>
      ))}
    </span>
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
  const columns = fleetColumns((token) => assign(revoking, token));
  const list = useWholeList({
    of: tokens,
    rows: ({ Tokens }) => Tokens.filter(({ Revoked }) => withRevoked.value || !Revoked),
    columns,
    sorting: BY_NAME,
  });
  return (
    <PageBody flush>
      <ListView<FleetTokenEntry>
        id="fleet-tokens"
        label={text.title}
        list={list}
        keyOf={({ Id }) => Id}
        nameOf={({ Name: name, Id }) => visibleText(name) || Id}
        columns={columns}
        sorting={BY_NAME}
        none={text.none}
        tools={
          may(createFleetToken) && (
            <Button icon={Plus} onClick={() => assign(creating, true)}>
              {text.create}
            </Button>
          )
        }
      >
        <Switch bind={withRevoked}>{text.showRevoked}</Switch>
      </ListView>
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

function fleetColumns(onRevoke: (token: FleetTokenEntry) => void): Column<FleetTokenEntry>[] {
  const text = texts.value.fleetTokens;
  const columns = sortable<FleetTokenEntry>([
    {
      id: 'name',
      text: text.name,
      minPx: 130,
      grow: 1,
      fixed: true,
      csv: ({ Name: name }) => name,
      cell: ({ Name: name }) => <Name text={name} />,
    },
    {
      id: 'state',
      text: text.state,
      minPx: 200,
      atEnd: true,
      csv: ({ Until = '' }) => Until,
      cell: stateCell,
    },
    {
      id: 'worlds',
      text: text.worlds,
      minPx: 130,
      grow: 1,
      csv: ({ Worlds }) => Worlds.join(' '),
      cell: ({ Worlds }) => worldsCell(Worlds),
    },
    ...commonColumns<FleetTokenEntry>(),
    words('by', text.by, ({ CreatedBy }) => CreatedBy),
    moments('created', text.createdAt, ({ CreatedAt }) => CreatedAt),
  ]);
  return may(revokeFleetToken) ? [...columns, revokeColumn(onRevoke)] : columns;
}

/** The permissions of a token, and the moment of its last use. */
function commonColumns<Token extends Pick<TokenEntry, 'Permissions' | 'LastUsed'>>(): Column<Token>[] {
  const text = texts.value.tokens;
  return [
    {
      id: 'permissions',
      text: text.permissions,
      minPx: 200,
      grow: 2,
      csv: ({ Permissions }) => Permissions.join(' '),
      cell: ({ Permissions }) => <PermissionList of={Permissions} />,
    },
    {
      ...moments<Token>('lastUsed', text.lastUsed, ({ LastUsed }) => LastUsed),
      cell: ({ LastUsed }) =>
        LastUsed === undefined ? <span class="faint">{text.never}</span> : <Time at={LastUsed} />,
    },
  ];
}

function stateCell({ Revoked, Until }: FleetTokenEntry) {
  const text = texts.value.fleetTokens;
  if (Revoked) return <Status tone="off">{text.revoked}</Status>;
  if (Until === undefined) return <Status tone="ok">{text.active}</Status>;
  const isOver = Date.parse(Until) <= nowMs.value;
  return (
    <>
      <Status tone={isOver ? 'off' : 'ok'}>{isOver ? text.ended : text.active}</Status>
      <span class="faint">
        {' '}
        {text.endsAt} <Time at={Until} as="moment" />
      </span>
    </>
  );
}

function worldsCell(worlds: readonly string[]) {
  if (worlds.includes('*')) return <>{texts.value.fleetTokens.everyWorld}</>;
  return <Labels of={worlds.map((world) => worldName(world) || world)} />;
}

function revokeColumn(onRevoke: (token: FleetTokenEntry) => void): Column<FleetTokenEntry> {
  const text = texts.value.fleetTokens;
  return {
    id: 'actions',
    text: text.revoke,
    minPx: 110,
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

/** The permissions of a token, in groups that list their members on hover. */
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
