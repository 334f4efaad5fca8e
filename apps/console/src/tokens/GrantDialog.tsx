import { ROLE_NAMES, type Role } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Check, Crown, Eye, HeartHandshake, Minus, Shield } from 'lucide';
import { Icon, type IconShape } from '../kit/Button.tsx';
import { DateTimeInput, isoOf, localTime, TextInput, wordsOf } from '../kit/Fields.tsx';
import { RadioGroup } from '../kit/Toggles.tsx';
import { atFleet } from '../navigation/place.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog, SecretDialog } from '../views/FormDialog.tsx';
import { visibleText } from '../views/visible-text.ts';
import { change, type Member, make, permissionsOfRole, rolesToGive, roleWith } from './members.ts';
import './tokens.css';

export const ROLE_ICONS: Readonly<Record<Role, IconShape>> = {
  Owner: Crown,
  Moderator: Shield,
  Helper: HeartHandshake,
  Viewer: Eye,
};

/** Makes a token and shows its secret once; with a member, changes what that token may do. */
export function GrantDialog(props: { member?: Member; onClose: () => void; onDone: () => void }) {
  const { member, onClose, onDone } = props;
  const text = texts.value.team;
  const offered = rolesToGive();
  const name = useSignal(member?.Name ?? '');
  const first = member?.Permissions ?? (offered.includes('Helper') ? permissionsOfRole('Helper') : []);
  const permissions = useSignal(first.join('\n'));
  const worlds = useSignal(member?.Worlds?.join(', ') ?? '*');
  const until = useSignal(member?.Until === undefined ? '' : localTime(Date.parse(member.Until)));
  const secret = useSignal<string | undefined>(undefined);
  const grant = {
    permissions: wordsOf(permissions.value),
    worlds: wordsOf(worlds.value),
    until: isoOf(until.value),
  };
  const role = roleWith(grant.permissions);
  const shown = visibleText(name.value.trim());
  if (secret.value !== undefined) {
    return (
      <SecretDialog
        onClose={onClose}
        title={role === undefined ? text.made(shown) : text.madeAs(shown, text.roles[role].name)}
        description={secret.value === '' ? text.lost : text.secretHint}
        secret={secret.value}
        what={text.secret}
        closeText={text.close}
      />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      wide
      title={member === undefined ? text.create : text.changeTitle(shown)}
      doText={member === undefined ? text.make : text.save}
      ready={shown !== '' && grant.permissions.length > 0 && (!atFleet || grant.worlds.length > 0)}
      run={async () => {
        if (member === undefined) secret.value = await make(name.value.trim(), grant);
        else await change(member, grant);
      }}
      onDone={() => {
        onDone();
        if (member !== undefined) onClose();
      }}
    >
      {member === undefined && <TextInput label={text.name} bind={name} maxLength={128} required />}
      <div class="roles">
        <RadioGroup<Role | ''>
          label={text.role}
          value={role ?? ''}
          onChange={(next) => {
            if (next !== '') permissions.value = permissionsOfRole(next).join('\n');
          }}
          options={offered.map((value) => ({ value, text: <RoleCard role={value} /> }))}
        />
      </div>
      <details open={role === undefined}>
        <summary>{text.more}</summary>
        <div class="stack loose">
          <TextInput
            label={text.permissions}
            hint={text.permissionsHint}
            bind={permissions}
            rows={5}
            spellCheck={false}
          />
          {atFleet && (
            <TextInput
              label={text.worlds}
              hint={text.worldsHint}
              bind={worlds}
              maxLength={4000}
              spellCheck={false}
            />
          )}
          <DateTimeInput label={text.until} hint={text.untilHint} bind={until} />
        </div>
      </details>
    </FormDialog>
  );
}

function RoleCard({ role }: { role: Role }) {
  const { name, line, may, mayNot } = texts.value.team.roles[role];
  return (
    <span class="role">
      <strong class="row">
        <Icon shape={ROLE_ICONS[role]} /> {name}
      </strong>
      <span class="quiet">{line}</span>
      {may.map((deed) => (
        <span key={deed} class="role-may note row">
          <Icon shape={Check} size={14} /> {deed}
        </span>
      ))}
      {mayNot !== '' && (
        <span class="role-may not note row">
          <Icon shape={Minus} size={14} /> {mayNot}
        </span>
      )}
    </span>
  );
}

export function RoleCards() {
  return (
    <div class="roles">
      {ROLE_NAMES.map((role) => (
        <RoleCard key={role} role={role} />
      ))}
    </div>
  );
}
