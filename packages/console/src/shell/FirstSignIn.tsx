import { SignIn } from '../session/SignIn.tsx';
import { beginFailure } from './begin.ts';

/** The sign-in of a tab that nobody is signed in. */
export default function FirstSignIn() {
  return <SignIn failure={beginFailure.value} />;
}
