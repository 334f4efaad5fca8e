import type { Rows } from '../data/rows.ts';
import { Button } from '../kit/Button.tsx';

/** The button below a list that has more; nothing where it ends. */
export function MoreRows({ of, text }: { of: Rows<unknown>; text: string }) {
  const { rows, matching } = of.value.value ?? { rows: [], matching: 0 };
  if (rows.length >= matching) return null;
  return (
    <p class="empty">
      <Button disabled={of.loading.value} onClick={() => void of.want(rows.length)}>
        {text}
      </Button>
    </p>
  );
}
