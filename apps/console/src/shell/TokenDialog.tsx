import type { JSX } from 'preact';
import { closeFrameDialog, frameDialog } from '../commands/registry.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Facts } from '../kit/Layout.tsx';
import { atFleet } from '../navigation/place.ts';
import { type SessionFacts, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Name, Time } from '../views/Values.tsx';
import './preferences-dialog.css';

/** The name and permissions of the token, and the service and world that answer it. */
export default function TokenDialog() {
  const text = texts.value.shell.token;
  const facts = sessionFacts.value;
  if (facts === undefined) return null;
  const { Token } = facts;
  return (
    <Dialog
      open={frameDialog.value === 'token'}
      onClose={closeFrameDialog}
      reads={texts.value.signIn.signedInAs(Token.Name)}
      title={texts.value.signIn.signedInAs(Token.Name)}
    >
      <Permissions permissions={Token.Permissions} />
      <Facts facts={[[text.version, facts.Service.Version], ...(atFleet ? [] : factsOfWorld(facts))]} />
    </Dialog>
  );
}

function factsOfWorld({ Service, World, Limits }: SessionFacts): [string, JSX.Element | string][] {
  const text = texts.value.shell.token;
  return [
    [text.world, <Name key="world" text={World.Name} />],
    [text.imported, <Time key="imported" at={World.ImportedAt} as="moment" />],
    [text.started, <Time key="started" at={Service.StartedAt} />],
    [text.limit, Limits.RequestsPerSecond > 0 ? text.perSecond(Limits.RequestsPerSecond) : text.noLimit],
  ];
}

function Permissions({ permissions }: { permissions: readonly string[] }) {
  const text = texts.value.signIn;
  if (permissions.includes('*')) return <p>{text.mayDoAll}</p>;
  return (
    <>
      <p>{text.mayDo(permissions.length)}</p>
      <ul class="permissions">
        {permissions.toSorted().map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
