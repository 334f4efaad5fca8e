import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { assign } from '../kit/assign.ts';
import type { HitKind } from './palette-hit.ts';

/** What the page is about: actions of the palette mean it first. */
export interface Subject {
  readonly kind: HitKind;
  readonly id: string;
  readonly name: string;
}

const current = signal<Subject | undefined>(undefined);

/** What the page is about; undefined for a page about many things. */
export const subject: ReadonlySignal<Subject | undefined> = current;

/** Says what the page is about, for the life of the component. */
export function useSubject(of: Subject | undefined): void {
  const { kind, id, name } = of ?? {};
  useEffect(() => {
    current.value = of;
    return () => assign(current, undefined);
  }, [kind, id, name]);
}
