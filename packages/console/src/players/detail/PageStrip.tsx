import type { PlayerPals } from '@palatine/contract';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../../data/format.ts';
import { useRoving } from '../../kit/use-roving.ts';
import { setQuery } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';

/** The pages of a Palbox; those with something in them are dark, those that fit what is looked for are lit. */
export function PageStrip({
  pages,
  page,
}: {
  pages: NonNullable<PlayerPals['Pages']>;
  page: number;
}): JSX.Element {
  const text = texts.value.player;
  const group = useRef<HTMLElement>(null);
  useRoving(group);
  return (
    <nav ref={group} class="page-strip" aria-label={text.pages}>
      {pages.map(({ Occupied, Hits }, at) => (
        <button
          key={at}
          type="button"
          class={Hits !== undefined && Hits > 0 ? 'lit' : Occupied > 0 ? 'used' : ''}
          aria-current={at === page ? 'page' : undefined}
          aria-label={text.pageHolds(formatNumber(at + 1), formatNumber(Hits ?? Occupied))}
          onClick={() => setQuery({ page: at === 0 ? '' : String(at + 1) })}
        >
          {formatNumber(at + 1)}
        </button>
      ))}
    </nav>
  );
}
