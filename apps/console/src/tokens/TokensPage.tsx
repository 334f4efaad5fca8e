import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useCommands } from '../commands/registry.ts';
import { nowMs } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { setCounter } from '../navigation/page-state.ts';
import { atFleet } from '../navigation/place.ts';
import { type Column, column, moments, words } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog } from '../views/FormDialog.tsx';
import { Labels, Name, Status, Time } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { worldName } from '../worlds/WorldColumn.tsx';
import { GrantDialog, ROLE_ICONS, RoleCards } from './GrantDialog.tsx';
import {
  isOwn,
  isUnused,
  type Member,
  mayChange,
  mayMake,
  readMembers,
  revoke,
  roleWith,
} from './members.ts';
import './tokens.css';

export default function TokensPage() {
  const text = texts.value.team;
  const tokens = useResource(readMembers);
  const open = useSignal<{ change?: Member; revoke?: Member } | undefined>(undefined);
  const withRevoked = useSignal(false);
  const { members, ignored = [] } = tokens.value.value ?? {};
  useEffect(() => {
    // Token files take effect without a reload, so the page knows better than the frame.
    const count = members?.filter(({ Fault }) => Fault !== undefined).length;
    if (count !== undefined && !atFleet) setCounter('team', { count, warns: true });
  }, [members]);
  const list = useWholeList({
    resource: tokens,
    rows: (value) => value.members.filter(({ Revoked }) => withRevoked.value || !Revoked),
    columns: memberColumns((next) => (open.value = next)),
  });
  const close = () => (open.value = undefined);
  const create = () => (open.value = {});
  useCommands(
    mayMake()
      ? [{ id: 'new token', text: `${text.create}…`, group: 'page', icon: Plus, keys: 'n', run: create }]
      : [],
  );
  const refresh = () => void tokens.refresh();
  const { change, revoke: revoking } = open.value ?? {};
  return (
    <PageBody>
      <ListCard<Member>
        id="team"
        label={text.title}
        {...list}
        keyOf={({ File, Id }) => File ?? Id}
        nameOf={({ Name: name }) => visibleText(name)}
        none={text.none}
        tools={
          <>
            {atFleet && <Switch bind={withRevoked}>{text.showRevoked}</Switch>}
            {mayMake() && (
              <Button kind="primary" icon={Plus} onClick={create}>
                {text.create}
              </Button>
            )}
          </>
        }
      />
      {ignored.length > 0 && (
        <Card title={text.ignored}>
          <ul>
            {ignored.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )}
      <h2>{text.rolesTitle}</h2>
      <RoleCards />
      {open.value !== undefined && revoking === undefined && (
        <GrantDialog {...(change && { member: change })} onClose={close} onDone={refresh} />
      )}
      {revoking !== undefined && (
        <FormDialog
          onClose={close}
          title={text.revokeTitle(visibleText(revoking.Name))}
          description={text.revokeWhy}
          doText={text.revoke}
          danger
          run={async () => {
            await revoke(revoking);
            await tokens.refresh();
          }}
        />
      )}
    </PageBody>
  );
}

function memberColumns(onOpen: (open: { change: Member } | { revoke: Member }) => void): Column<Member>[] {
  const text = texts.value.team;
  const ofFleet: Column<Member>[] = [
    column('worlds', text.worlds, ({ Worlds = [] }) => Worlds.join(' '), { grow: 1, cell: worldsCell }),
    words('by', text.by, ({ CreatedBy = '' }) => CreatedBy),
    moments('created', text.createdAt, ({ CreatedAt }) => CreatedAt),
  ];
  const actions: Column<Member> = {
    ...{ id: 'actions', text: text.actions, minPx: 190 },
    cell: (member) =>
      mayChange(member) && (
        <span class="row">
          {member.Fault === undefined && (
            <Button
              aria-label={text.changeTitle(visibleText(member.Name))}
              onClick={() => onOpen({ change: member })}
            >
              {text.change}
            </Button>
          )}
          <Button
            kind="danger"
            aria-label={text.revokeTitle(visibleText(member.Name))}
            onClick={() => onOpen({ revoke: member })}
          >
            {text.revoke}
          </Button>
        </span>
      ),
  };
  return [
    words('name', text.name, ({ Name: name }) => name, {
      ...{ minPx: 130, fixed: true },
      cell: (member) => (
        <>
          <Name text={member.Name} /> {isOwn(member) && <span class="chip">{text.you}</span>}
        </>
      ),
    }),
    column('role', text.role, ({ Permissions }) => Permissions.join(' '), {
      ...{ minPx: 130, grow: 1 },
      cell: ({ Permissions }) => <RoleName permissions={Permissions} />,
    }),
    column('state', text.state, stateOf, { ...{ minPx: 170, grow: 1 }, cell: stateCell }),
    moments('lastUsed', text.lastUsed, ({ LastUsed }) => LastUsed, { minPx: 150, cell: lastUsedCell }),
    ...(atFleet ? ofFleet : []),
    ...(mayMake() ? [actions] : []),
  ];
}

function RoleName({ permissions }: { permissions: readonly string[] }) {
  const text = texts.value.team;
  const role = roleWith(permissions);
  if (role === undefined)
    return <span title={permissions.join('\n')}>{text.custom(permissions.length)}</span>;
  return (
    <span class="row">
      <Icon shape={ROLE_ICONS[role]} size={16} /> {text.roles[role].name}
    </span>
  );
}

function stateOf({ Revoked, Fault, Warnings = [], Until }: Member): string {
  const text = texts.value.team;
  if (Revoked) return text.revoked;
  if (Fault !== undefined) return Fault;
  if (Until !== undefined && Date.parse(Until) <= nowMs.value) return text.ended;
  return Warnings.join(' · ') || text.active;
}

function stateCell(member: Member) {
  const text = texts.value.team;
  const state = stateOf(member);
  const isOff = state === text.revoked || state === text.ended;
  const tone = isOff ? 'off' : member.Fault !== undefined ? 'danger' : state === text.active ? 'ok' : 'warn';
  return (
    <span title={state}>
      <Status tone={tone}>{state}</Status>
      {member.Until !== undefined && !isOff && (
        <span class="faint">
          {' '}
          {text.endsAt} <Time at={member.Until} as="moment" />
        </span>
      )}
    </span>
  );
}

function lastUsedCell(member: Member) {
  const { LastUsed } = member;
  const shown = LastUsed === undefined ? texts.value.team.never : <Time at={LastUsed} />;
  if (isUnused(member)) return <Status tone="warn">{shown}</Status>;
  return LastUsed === undefined ? <span class="faint">{shown}</span> : shown;
}

function worldsCell({ Worlds = [] }: Member) {
  if (Worlds.includes('*')) return <>{texts.value.team.everyWorld}</>;
  return <Labels labels={Worlds.map((world) => worldName(world) || world)} />;
}
