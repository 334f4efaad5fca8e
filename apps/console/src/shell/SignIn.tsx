import { Mark } from '../kit/Icon.tsx';
import { place } from '../navigation/place.ts';
import { endedBecause } from '../session/session.ts';
import { isInClear, signInProblem, TokenForm } from '../session/TokenForm.tsx';
import { texts } from '../texts/texts.ts';
import { beginFailure } from './start.ts';
import '../session/sign-in.css';

export default function SignIn() {
  const text = texts.value.signIn;
  const failure = beginFailure.value; // why a reload could not sign in again
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={40} />
        <h1>{texts.value.shell.name}</h1>
        <TokenForm problem={failure === undefined ? endedBecause.value : signInProblem(failure)} />
        {isInClear() && <p class="in-clear">{text.inClear}</p>}
        <p class="faint">
          {place.gateway ? text.whereFleet : `${text.where} `}
          {!place.gateway && <code>npx palatine token create NAME</code>}
        </p>
      </div>
    </main>
  );
}
