import { PalatineError, UnansweredError } from '@palatine/client';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Mark } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field, TextField } from '../kit/Fields.tsx';
import { place } from '../navigation/place.ts';
import { endedBecause, session, sessionFacts, signIn, signOut } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { beginFailure } from './start.ts';
import './sign-in.css';

/** The sign-in: a page, or over the page whose session has ended on its own, which keeps what was typed in it. */
export default function SignIn() {
  const text = texts.value.signIn;
  const facts = sessionFacts.value;
  if (facts === undefined) return <SignInPage />;
  const open = session.value === undefined;
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      title={text.locked}
      description={text.kept(facts.Token.Name)}
      alert
      covers
    >
      {open && <TokenForm problem={endedBecause.value} onLeave={signOut} />}
    </Dialog>
  );
}

function SignInPage() {
  const text = texts.value.signIn;
  const failure = beginFailure.value; // why a reload could not sign in again
  // The token would travel over a network without TLS.
  const inClear = location.protocol === 'http:' && !/^(localhost$|127\.|\[::1\]$)/.test(location.hostname);
  return (
    <main class="sign-in">
      <div class="sign-in-card box">
        <Mark size={40} />
        <h1>{texts.value.shell.name}</h1>
        <TokenForm problem={failure === undefined ? endedBecause.value : signInProblem(failure)} />
        {inClear && <p class="notice toned warn">{text.inClear}</p>}
        <p class="faint">
          {place.gateway ? text.whereFleet : `${text.where} `}
          {!place.gateway && <code>npx palatine token create NAME</code>}
        </p>
      </div>
    </main>
  );
}

/** @param onLeave leaves the page behind and what was typed in it */
function TokenForm({ problem: before, onLeave }: { problem: string; onLeave?: () => void }) {
  const text = texts.value.signIn;
  const token = useSignal('');
  const busy = useSignal(false);
  const problem = useSignal(before);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (token.value.trim() === '' || busy.value) return;
    busy.value = true;
    problem.value = '';
    try {
      await signIn(token.value);
    } catch (error) {
      problem.value = signInProblem(error);
    } finally {
      busy.value = false;
    }
  }

  return (
    <form class="token-form stack loose" onSubmit={(event) => void submit(event)}>
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <Field label={text.token}>
        <TextField ref={field} type="password" spellCheck={false} required bind={token} />
      </Field>
      <div class="token-form-buttons row">
        {onLeave !== undefined && <Button onClick={onLeave}>{text.leave}</Button>}
        <Button kind="primary" type="submit" disabled={busy.value}>
          {busy.value ? text.submitting : text.submit}
        </Button>
      </div>
    </form>
  );
}

function signInProblem(error: unknown): string {
  const text = texts.value.signIn;
  if (error instanceof UnansweredError) return text.unreachable;
  if (error instanceof PalatineError && error.code === 'SIGN_IN_REFUSED') return text.linkEnded;
  if (error instanceof TypeError) return text.malformed;
  return error instanceof Error ? error.message : String(error);
}
