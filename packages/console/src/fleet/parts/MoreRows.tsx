import type { JSX } from 'preact';
import type { Pages } from '../../data/pages.ts';
import { Button } from '../../kit/Button.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';

/** The button below a list that has more; nothing where it ends. */
export function MoreRows({ of }: { of: Pages<unknown> }): JSX.Element | null {
  if (!of.hasMore.value) return null;
  return (
    <p class="empty">
      <Button disabled={of.readingMore.value} onClick={() => void of.more()}>
        {fleetTexts.value.lists.more}
      </Button>
    </p>
  );
}
