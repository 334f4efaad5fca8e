import {
  ALL_ROUTES,
  createFleetToken,
  FLEET_ROUTES,
  permissionsOf,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { DateTimeInput, isoOf, TextInput, wordsOf } from '../kit/TextField.tsx';
import { client } from '../session/session.ts';
import { given } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog, SecretDialog } from '../views/FormDialog.tsx';
import { visibleText } from '../views/visible-text.ts';
import './tokens.css';

/** Common purposes of a token. */
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
  const text = texts.value.fleetTokens;
  const name = useSignal('');
  const permissions = useSignal('');
  const worlds = useSignal('*');
  const until = useSignal('');
  const created = useSignal<RouteReply<typeof createFleetToken> | undefined>(undefined);
  const [Permissions, Worlds] = [wordsOf(permissions.value), wordsOf(worlds.value)];
  async function make(): Promise<void> {
    const body = { Name: name.value.trim(), Permissions, Worlds, ...given({ Until: isoOf(until.value) }) };
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
          <Button key={set} onClick={() => assign(permissions, SETS[set]().join('\n'))}>
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
