import type { CallFailure } from '../link/outcome.ts';

/** Why a write did not reach the game server, or did not end well, as a person reads it. `undone`: `nothing was sent`. */
export function failureMessage({ kind, text }: CallFailure, undone: string): string {
  switch (kind) {
    case 'refused':
    case 'unreachable':
    case 'timeout':
      return `the game server cannot be reached (${text}); ${undone}`;
    case 'unauthorized':
      return `the game server rejects the password of this service; ${undone}`;
    case 'rejected':
      return `the game server refuses (${text}); ${undone}`;
    case 'bad-response':
      return `something other than the game server answers (${text}); ${undone}`;
    case 'unknown':
      return `the game server did not say whether it has done this (${text}): look before you repeat it`;
  }
}

/** The same in a few words, for the value of a header. */
export const SHORT_FAILURES: Readonly<Record<CallFailure['kind'], string>> = {
  refused: 'the game server cannot be reached',
  unreachable: 'the game server cannot be reached',
  timeout: 'the game server does not answer',
  unauthorized: 'the game server rejects the password',
  rejected: 'the game server refuses',
  'bad-response': 'something other than the game server answers',
  unknown: 'the game server did not say whether it has done this',
};
