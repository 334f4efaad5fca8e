import type { TokenEntry } from '@palatine/contract';
import { type Column, column, moments } from '../table/column.tsx';
import { texts } from '../texts/texts.ts';
import { Status, Time } from '../views/Values.tsx';
import { permissionGroups } from './permission-groups.ts';
import '../views/async-view.css';

export function commonColumns<Token extends Pick<TokenEntry, 'Permissions' | 'LastUsed'>>(): Column<Token>[] {
  const text = texts.value.tokens;
  return [
    column('permissions', text.permissions, ({ Permissions }) => Permissions.join(' '), {
      minPx: 200,
      grow: 2,
      cell: ({ Permissions }) => <PermissionList permissions={Permissions} />,
    }),
    moments('lastUsed', text.lastUsed, ({ LastUsed }) => LastUsed, {
      cell: ({ LastUsed }) =>
        LastUsed === undefined ? <span class="faint">{text.never}</span> : <Time at={LastUsed} />,
    }),
  ];
}

/** The permissions of a token, in groups that list their members on hover. */
function PermissionList({ permissions }: { permissions: readonly string[] }) {
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
