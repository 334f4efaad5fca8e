import type { JSX } from 'preact';
import { Dialog } from '../kit/Dialog.tsx';
import { Mark } from '../kit/Mark.tsx';
import { texts } from '../texts/texts.ts';
import './sign-in.css';
import { endedBecause, sessionFacts, signOut } from './session.ts';
import { isInClear, signInProblem } from './sign-in-problem.ts';
import { TokenForm } from './TokenForm.tsx';

/** The page for those who are not signed in. `failure`: why a reload could not sign in again. */
export function SignIn({ failure }: { failure: unknown }): JSX.Element {
  const text = texts.value.signIn;
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={40} />
        <h1>{texts.value.shell.name}</h1>
        <TokenForm problem={failure === undefined ? endedBecause.value : signInProblem(failure)} />
        {isInClear() && <p class="in-clear">{text.inClear}</p>}
        <p class="faint">
          {text.where} <code>palatine token create NAME</code>
        </p>
      </div>
    </main>
  );
}

/** The sign-in over a page whose session has ended on its own. What was typed in the page is still there after it. */
export function LockedSignIn({ open }: { open: boolean }): JSX.Element {
  const text = texts.value.signIn;
  const name = sessionFacts.value?.Token.Name ?? '';
  return (
    <Dialog open={open} onClose={() => {}} title={text.locked} description={text.kept(name)} alert covers>
      {open && <TokenForm problem={endedBecause.value} onLeave={signOut} />}
    </Dialog>
  );
}
