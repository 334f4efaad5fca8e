import type { Pages } from '../data/pages.ts';
import { Button } from '../kit/Button.tsx';

/** The button below a list that has more; nothing where it ends. */
export function MoreRows({ of, text }: { of: Pages<unknown>; text: string }) {
  if (!of.hasMore.value) return null;
  return (
    <p class="empty">
      <Button disabled={of.readingMore.value} onClick={() => void of.more()}>
        {text}
      </Button>
    </p>
  );
}
