import { UnansweredError } from '@palatine/client';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../kit/Button.tsx';
import { Field, TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { signIn } from './session.ts';

export interface TokenFormProps {
  /** Why there is nobody signed in; '' for no reason. */
  problem: string;
  /** Leaves the page behind and what was typed in it. */
  onLeave?: () => void;
}

export function TokenForm({ problem: before, onLeave }: TokenFormProps) {
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
    <form class="token-form" onSubmit={(event) => void submit(event)}>
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <Field label={text.token}>
        <TextField ref={field} type="password" spellCheck={false} required bind={token} />
      </Field>
      <div class="token-form-buttons">
        {onLeave !== undefined && <Button onClick={onLeave}>{text.leave}</Button>}
        <Button kind="primary" type="submit" disabled={busy.value}>
          {busy.value ? text.submitting : text.submit}
        </Button>
      </div>
    </form>
  );
}

export function signInProblem(error: unknown): string {
  const text = texts.value.signIn;
  if (error instanceof UnansweredError) return text.unreachable;
  if (error instanceof TypeError) return text.malformed;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the token would travel over a network without TLS. */
export function isInClear(): boolean {
  return location.protocol === 'http:' && !/^(localhost$|127\.|\[::1\]$)/.test(location.hostname);
}
