import { UnansweredError } from '@palatine/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import './sign-in.css';
import { endedBecause, signIn } from './session.ts';

/** The page for those who are not signed in. `failure`: why a reload could not sign in again. */
export function SignIn({ failure }: { failure: unknown }): JSX.Element {
  const text = texts.value.signIn;
  const token = useSignal('');
  const busy = useSignal(false);
  const problem = useSignal(failure === undefined ? endedBecause.value : messageOf(failure));

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    busy.value = true;
    problem.value = '';
    try {
      await signIn(token.value);
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      busy.value = false;
    }
  }

  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event)} aria-labelledby="sign-in-title">
        <img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width="40" height="40" />
        <h1 id="sign-in-title">{texts.value.shell.name}</h1>
        <label>
          {text.token}
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={token.value}
            aria-describedby="sign-in-problem"
            onInput={(event) => {
              token.value = event.currentTarget.value;
            }}
          />
        </label>
        <p id="sign-in-problem" class="problem" role="alert">
          {problem.value}
        </p>
        <Button kind="primary" type="submit" disabled={busy.value}>
          {busy.value ? text.submitting : text.submit}
        </Button>
        {isInClear() && <p class="in-clear">{text.inClear}</p>}
        <p class="faint">
          {text.where} <code>palatine token create NAME</code>
        </p>
      </form>
    </main>
  );
}

/** Whether the token would travel over a network without TLS. */
function isInClear(): boolean {
  return location.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(location.hostname);
}

function messageOf(error: unknown): string {
  const text = texts.value.signIn;
  if (error instanceof UnansweredError) return text.unreachable;
  if (error instanceof TypeError) return text.malformed;
  return error instanceof Error ? error.message : String(error);
}
