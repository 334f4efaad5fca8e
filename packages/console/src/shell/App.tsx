import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LiveRegions } from '../faces/LiveRegions.tsx';
import { Kit } from '../kit/Kit.tsx';
import { Toasts } from '../kit/Toasts.tsx';
import { LockedSignIn, SignIn } from '../session/SignIn.tsx';
import { session, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Frame } from './Frame.tsx';
import { startConsole } from './start-console.ts';

/** The whole console: the sign-in until a token counts, then the frame with the page of the address. */
export function App(): JSX.Element | null {
  const ready = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    const { stop, begun } = startConsole(document.documentElement);
    void begun
      .catch((error: unknown) => {
        failure.value = error;
      })
      .then(() => {
        ready.value = true;
      });
    return stop;
  }, [ready, failure]);
  if (!ready.value) return null;
  const facts = sessionFacts.value;
  const text = texts.value.shell;
  return (
    <Kit>
      {facts === undefined ? <SignIn failure={failure.value} /> : <Frame key={facts.Token.Name} />}
      <LockedSignIn open={facts !== undefined && session.value === undefined} />
      <Toasts label={text.toasts} close={text.close} />
      <LiveRegions />
    </Kit>
  );
}
