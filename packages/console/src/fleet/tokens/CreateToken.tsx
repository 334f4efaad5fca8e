import {
  ALL_ROUTES,
  createFleetToken,
  FLEET_ROUTES,
  permissionsOf,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { CopyId } from '../../faces/CopyId.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetClient } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { DateTimeField, isoOf } from '../parts/DateTimeField.tsx';
import { splitWords } from '../parts/split-words.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import '../world/worlds.css';

type Made = RouteReply<typeof createFleetToken>;

/** What a token is often for. */
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
export function CreateToken({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const text = fleetTexts.value.tokens;
  const draft = useSignal({ name: '', permissions: '', worlds: '*', until: '' });
  const made = useSignal<Made | undefined>(undefined);
  const change = (part: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...part };
  };
  const { name, permissions, worlds, until } = draft.value;
  const [Permissions, Worlds] = [splitWords(permissions), splitWords(worlds)];
  async function run(): Promise<void> {
    const Until = isoOf(until);
    made.value = await fleetClient().call(createFleetToken, {
      body: { Name: name.trim(), Permissions, Worlds, ...(Until !== undefined && { Until }) },
    });
    onMade();
  }
  if (made.value !== undefined) return <Secret of={made.value} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={() => {
        if (made.peek() === undefined) onClose();
      }}
      title={text.createTitle}
      doText={text.make}
      cancel={text.cancel}
      disabled={name.trim() === '' || Permissions.length === 0 || Worlds.length === 0}
      run={run}
    >
      <Field label={text.name}>
        <TextField value={name} maxLength={128} onInput={(next) => change({ name: next })} />
      </Field>
      <Field label={text.permissions} hint={text.permissionsHint}>
        <TextArea
          rows={5}
          value={permissions}
          spellCheck={false}
          onInput={(next) => change({ permissions: next })}
        />
      </Field>
      <p class="sets">
        {text.templates}:
        {(Object.keys(SETS) as (keyof typeof SETS)[]).map((set) => (
          <Button key={set} onClick={() => change({ permissions: SETS[set]().join('\n') })}>
            {text.sets[set]}
          </Button>
        ))}
      </p>
      <Field label={text.worlds} hint={text.worldsHint}>
        <TextField
          value={worlds}
          maxLength={4000}
          spellCheck={false}
          onInput={(next) => change({ worlds: next })}
        />
      </Field>
      <DateTimeField
        label={text.until}
        hint={text.untilHint}
        value={until}
        onInput={(next) => change({ until: next })}
      />
    </ConfirmDialog>
  );
}

function Secret({ of: { Secret: secret, Token }, onClose }: { of: Made; onClose: () => void }) {
  const text = fleetTexts.value.tokens;
  return (
    <Dialog
      open
      onClose={onClose}
      alert
      title={text.made(visibleText(Token.Name))}
      description={text.secretHint}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <div class="secret-line">
        <CopyId id={secret} what={text.secret} />
      </div>
    </Dialog>
  );
}
