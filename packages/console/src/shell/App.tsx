import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LazyPart } from '../faces/LazyPart.tsx';
import { LiveRegions } from '../faces/LiveRegions.tsx';
import { Kit } from '../kit/Kit.tsx';
import { session, sessionFacts } from '../session/session.ts';
import { begin, beginFailure, hasBegun } from './begin.ts';
import { Frame } from './Frame.tsx';
import { frameParts } from './frame-parts.ts';

const signIn = () => import('./FirstSignIn.tsx');
const lockedSignIn = () => import('../session/LockedSignIn.tsx');
const toasts = () => import('./PageToasts.tsx');

/** The whole console: the sign-in until a token counts, then the frame with the page of the address. */
export function App(): JSX.Element | null {
  useEffect(() => begin(document.documentElement), []);
  if (!hasBegun.value) return null;
  const facts = sessionFacts.value;
  const { ofFleet } = frameParts();
  return (
    <Kit>
      {facts !== undefined ? (
        <Frame key={facts.Token.Name} />
      ) : ofFleet !== undefined && beginFailure.value !== undefined ? (
        <LazyPart key="away" load={ofFleet.loadAway} />
      ) : (
        <LazyPart key="sign-in" load={signIn} />
      )}
      {facts !== undefined && (
        <LazyPart key="locked" load={lockedSignIn}>
          {session.value === undefined && <div class="covered" />}
        </LazyPart>
      )}
      <LazyPart key="toasts" load={toasts} />
      <LiveRegions />
    </Kit>
  );
}
