import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LiveRegions } from '../faces/LiveRegions.tsx';
import { Kit } from '../kit/Kit.tsx';
import { startRouter } from '../navigation/router.ts';
import { SignIn } from '../session/SignIn.tsx';
import { resumeSession, session } from '../session/session.ts';
import { chooseLanguage, followLanguage, languageFor } from '../texts/texts.ts';
import { Frame } from './Frame.tsx';

/** The whole console: the sign-in until a token counts, then the frame with the page of the address. */
export function App(): JSX.Element | null {
  const ready = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    const stops = [startRouter(), followLanguage(document.documentElement)];
    void chooseLanguage(languageFor(navigator.languages))
      .then(resumeSession)
      .catch((error: unknown) => {
        failure.value = error;
      })
      .finally(() => {
        ready.value = true;
      });
    return () => {
      for (const stop of stops) stop();
    };
  }, [ready, failure]);
  if (!ready.value) return null;
  return (
    <Kit>
      {session.value === undefined ? <SignIn failure={failure.value} /> : <Frame />}
      <LiveRegions />
    </Kit>
  );
}
