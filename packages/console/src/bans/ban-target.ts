import type { Target } from '../actions/target.ts';
import { type BanRow, looksLikeAddress } from './ban-list.ts';

/** Whom the actions of a row are done to. */
export function targetOf({ kind, subject }: Pick<BanRow, 'kind' | 'subject'>): Target {
  return kind === 'user' ? { kind: 'user', userId: subject } : { kind: 'address', ip: subject };
}

/** Whom somebody means who types a UserId or an address. */
export function typedTarget(text: string): Target | undefined {
  const subject = text.trim();
  if (subject === '') return undefined;
  return targetOf({ kind: looksLikeAddress(subject) ? 'address' : 'user', subject });
}
