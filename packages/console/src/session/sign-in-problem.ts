import { UnansweredError } from '@palatine/client';
import { texts } from '../texts/texts.ts';

/** Why a sign-in did not work, for people. */
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
