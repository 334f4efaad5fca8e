import { useRefreshEvery } from '../data/use-resource.ts';
import { Button, Mark } from '../kit/Button.tsx';
import { fleetHref } from '../navigation/place.ts';
import { resumeSession, signOut } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Failure } from '../views/Failure.tsx';
import { beginFailure } from './start.ts';
import './sign-in.css';

const AGAIN_MS = 5000;
const SESSION = { refresh: () => resumeSession().catch(() => {}) }; // still away: the next try may find it

/** In place of the console of a world that its gateway cannot reach; it opens once the world is back. */
export default function WorldAway() {
  const text = texts.value.worlds;
  useRefreshEvery(AGAIN_MS, [SESSION]);
  return (
    <main class="sign-in">
      <div class="sign-in-card box">
        <Mark size={40} />
        <h1>{text.away}</h1>
        <p>{text.awayWhy}</p>
        <Failure error={beginFailure.value} />
        <a class="button primary" href={fleetHref()}>
          {text.all}
        </a>
        <Button
          kind="bare"
          onClick={() => {
            signOut();
            beginFailure.value = undefined; // the sign-in is shown in place of this
          }}
        >
          {text.signInAgain}
        </Button>
      </div>
    </main>
  );
}
