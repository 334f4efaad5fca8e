import { banPlayer, broadcast, type FleetWorld, reloadConfig, unbanPlayer } from '@palatine/contract';
import { signal } from '@preact/signals';
import { may } from '../../session/session.ts';

/** What can be done at many worlds at once. */
export const MANY_KINDS = ['broadcast', 'ban', 'unban', 'reload'] as const;
export type ManyKind = (typeof MANY_KINDS)[number];

/** The route of each, as at one world. */
export const MANY_ROUTES = { broadcast, ban: banPlayer, unban: unbanPlayer, reload: reloadConfig } as const;

/** What is to be done, and where. */
export interface ManyIntent {
  readonly kind: ManyKind;
  readonly worlds: readonly FleetWorld[];
}

/** The dialog that is open; undefined for none. */
export const manyOpen = signal<ManyIntent | undefined>(undefined);

/** Opens the dialog of a write to many worlds. */
export function openMany(kind: ManyKind, worlds: readonly FleetWorld[]): void {
  manyOpen.value = { kind, worlds };
}

/** Whether the token may do it at all. */
export function mayDo(kind: ManyKind): boolean {
  return may(MANY_ROUTES[kind]);
}

/** Whether there is anything that the token may do. */
export function mayWriteMany(): boolean {
  return MANY_KINDS.some(mayDo);
}
