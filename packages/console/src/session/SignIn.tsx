import { Mark } from '../kit/Mark.tsx';
import { place } from '../navigation/place.ts';
import { texts } from '../texts/texts.ts';
import './sign-in.css';
import { endedBecause } from './session.ts';
import { isInClear, signInProblem } from './sign-in-problem.ts';
import { TokenForm } from './TokenForm.tsx';

/** The page for those who are not signed in. `failure`: why a reload could not sign in again. */
export function SignIn({ failure }: { failure: unknown }) {
  const text = texts.value.signIn;
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={40} />
        <h1>{texts.value.shell.name}</h1>
        <TokenForm problem={failure === undefined ? endedBecause.value : signInProblem(failure)} />
        {isInClear() && <p class="in-clear">{text.inClear}</p>}
        <p class="faint">
          {place.gateway ? text.whereFleet : `${text.where} `}
          {!place.gateway && <code>palatine token create NAME</code>}
        </p>
      </div>
    </main>
  );
}
