import { Status } from '../faces/Status.tsx';
import { texts } from '../texts/texts.ts';
import { permissionGroups } from './permission-groups.ts';
import '../faces/faces.css';

/** What a token may do, in groups of which each names its members to whoever points at it. */
export function PermissionList({ of: permissions }: { of: readonly string[] }) {
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
