import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What a page shows of the many things it can show: "Zoe" on the page of players. */
interface PageTitle {
  /** As its owner wrote it. */
  readonly text: string;
}

const current = signal<PageTitle | undefined>(undefined);

/** The title that the page has given itself; undefined: its name is enough. */
export const pageTitle: ReadonlySignal<PageTitle | undefined> = current;

/** Gives the page a title for the life of the component. undefined while it is not known. */
export function usePageTitle(title: PageTitle | undefined): void {
  const text = title?.text;
  useEffect(() => {
    current.value = title;
    return () => {
      current.value = undefined;
    };
  }, [text]);
}
