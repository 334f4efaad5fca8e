import {
  ALL_ROUTES,
  createFleetToken,
  FLEET_ROUTES,
  type FleetTokenEntry,
  getFleetTokens,
  permissionsOf,
  type RouteReply,
  type RouteShape,
  revokeFleetToken,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { nowMs } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { DialogButton } from '../kit/Dialog.tsx';
import { DateTimeInput, isoOf, TextInput, wordsOf } from '../kit/Fields.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { client, may } from '../session/session.ts';
import { type Column, column, moments, words } from '../table/column.tsx';
import { ListView } from '../table/ListView.tsx';
import { withoutEmpty } from '../table/list-query.ts';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog, SecretDialog } from '../views/FormDialog.tsx';
import { Labels, Name, Status, Time } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { worldName } from '../worlds/WorldColumn.tsx';
import { commonColumns } from './token-columns.tsx';
import './tokens.css';

/** The tokens of a fleet: what each may do and where; the way to make one and to revoke it. */
export function FleetTokens() {
  const text = texts.value.fleetTokens;
  const tokens = useResource((signal) => client().call(getFleetTokens, { signal }));
  const revoking = useSignal<FleetTokenEntry | undefined>(undefined);
  const withRevoked = useSignal(false);
  const revoked = revoking.value;
  const list = useWholeList({
    resource: tokens,
    rows: ({ Tokens }) => Tokens.filter(({ Revoked }) => withRevoked.value || !Revoked),
    columns: fleetColumns((token) => (revoking.value = token)),
  });
  return (
    <>
      <ListView<FleetTokenEntry>
        id="fleet-tokens"
        label={text.title}
        {...list}
        keyOf={({ Id }) => Id}
        nameOf={({ Name: name, Id }) => visibleText(name) || Id}
        none={text.none}
        tools={
          may(createFleetToken) && (
            <DialogButton icon={Plus} text={text.create}>
              {(close) => <CreateToken onClose={close} onMade={() => void tokens.refresh()} />}
            </DialogButton>
          )
        }
      >
        <Switch bind={withRevoked}>{text.showRevoked}</Switch>
      </ListView>
      {revoked !== undefined && (
        <FormDialog
          onClose={() => (revoking.value = undefined)}
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
    </>
  );
}

function fleetColumns(onRevoke: (token: FleetTokenEntry) => void): Column<FleetTokenEntry>[] {
  const text = texts.value.fleetTokens;
  const revokeColumn: Column<FleetTokenEntry> = {
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
  return [
    words('name', text.name, ({ Name: name }) => name, {
      minPx: 130,
      fixed: true,
      cell: ({ Name: name }) => <Name text={name} />,
    }),
    column('state', text.state, ({ Until }) => Until, { minPx: 200, atEnd: true, cell: stateCell }),
    column('worlds', text.worlds, ({ Worlds }) => Worlds.join(' '), { grow: 1, cell: worldsCell }),
    ...commonColumns<FleetTokenEntry>(),
    words('by', text.by, ({ CreatedBy }) => CreatedBy),
    moments('created', text.createdAt, ({ CreatedAt }) => CreatedAt),
    ...(may(revokeFleetToken) ? [revokeColumn] : []),
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

function worldsCell({ Worlds }: FleetTokenEntry) {
  if (Worlds.includes('*')) return <>{texts.value.fleetTokens.everyWorld}</>;
  return <Labels labels={Worlds.map((world) => worldName(world) || world)} />;
}

const SETS = {
  all: () => ['*'],
  moderate: () => [
    'REST.Punishments.*',
    'REST.Messages.*',
    'Palatine.Players.*',
    'Palatine.World.Read',
    'Palatine.Events.Read',
    'Palatine.Fleet.Worlds.Read',
    'Palatine.Fleet.Players.*',
    'Palatine.Fleet.Lists.*',
  ],
  read: readPermissions,
} as const;

/** Every permission of a route that reads and nothing else, and is not about secrets. */
function readPermissions(): string[] {
  const routes: RouteShape[] = [...Object.values(ALL_ROUTES), ...Object.values(FLEET_ROUTES)];
  const reads = routes.filter(({ method }) => method === 'GET').flatMap(permissionsOf);
  const writes = new Set(routes.filter(({ method }) => method !== 'GET').flatMap(permissionsOf));
  return [...new Set(reads)].filter((name) => !writes.has(name)).toSorted();
}

/** Makes a token of the fleet, and shows its secret once. */
function CreateToken({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const text = texts.value.fleetTokens;
  const name = useSignal('');
  const permissions = useSignal('');
  const worlds = useSignal('*');
  const until = useSignal('');
  const created = useSignal<RouteReply<typeof createFleetToken> | undefined>(undefined);
  const [Permissions, Worlds] = [wordsOf(permissions.value), wordsOf(worlds.value)];
  async function make(): Promise<void> {
    const body = {
      Name: name.value.trim(),
      Permissions,
      Worlds,
      ...withoutEmpty({ Until: isoOf(until.value) }),
    };
    created.value = await client().call(createFleetToken, { body });
  }
  if (created.value !== undefined) {
    return (
      <SecretDialog
        onClose={onClose}
        title={text.made(visibleText(created.value.Token.Name))}
        description={text.secretHint}
        secret={created.value.Secret}
        what={text.secret}
        closeText={text.close}
      />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.createTitle}
      doText={text.make}
      ready={name.value.trim() !== '' && Permissions.length > 0 && Worlds.length > 0}
      run={make}
      onDone={onMade}
    >
      <TextInput label={text.name} bind={name} maxLength={128} />
      <TextInput
        label={text.permissions}
        hint={text.permissionsHint}
        bind={permissions}
        rows={5}
        spellCheck={false}
      />
      <p class="token-sets">
        {text.templates}:
        {(Object.keys(SETS) as (keyof typeof SETS)[]).map((set) => (
          <Button key={set} onClick={() => (permissions.value = SETS[set]().join('\n'))}>
            {text.sets[set]}
          </Button>
        ))}
      </p>
      <TextInput
        label={text.worlds}
        hint={text.worldsHint}
        bind={worlds}
        maxLength={4000}
        spellCheck={false}
      />
      <DateTimeInput label={text.until} hint={text.untilHint} bind={until} />
    </FormDialog>
  );
}
