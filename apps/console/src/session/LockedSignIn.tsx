import { Dialog } from '../kit/Dialog.tsx';
import { texts } from '../texts/texts.ts';
import './sign-in.css';
import { endedBecause, session, sessionFacts, signOut } from './session.ts';
import { TokenForm } from './TokenForm.tsx';

/** The sign-in over a page whose session has ended on its own. What was typed in the page is still there after it. */
export default function LockedSignIn() {
  const text = texts.value.signIn;
  const facts = sessionFacts.value;
  const open = facts !== undefined && session.value === undefined;
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      title={text.locked}
      description={text.kept(facts?.Token.Name ?? '')}
      alert
      covers
    >
      {open && <TokenForm problem={endedBecause.value} onLeave={signOut} />}
    </Dialog>
  );
}
