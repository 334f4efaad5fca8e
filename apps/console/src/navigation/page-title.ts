import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const current = signal<string | undefined>(undefined);

/** The title that the page has given itself, as its owner wrote it; undefined: its name is enough. */
export const pageTitle: ReadonlySignal<string | undefined> = current;

/** Gives the page the name of what it shows, of the many things it can show: "Zoe" on the page of players. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    current.value = title;
    return () => {
      current.value = undefined;
    };
  }, [title]);
}
