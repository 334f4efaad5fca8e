import { formatNumber } from '../data/format.ts';
import { WORKS } from '../glyphs/works.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import type { Work } from './pal-facts.ts';
import './pals.css';

/** Kinds of work with their ranks; what was added and what is switched off is said. */
export function Works({ works }: { works: readonly Work[] }) {
  const text = texts.value.palDetails;
  if (works.length === 0) return <span class="faint">{text.none}</span>;
  return (
    <ul class="works">
      {works.map(({ id, rank, added, isOff }) => (
        <li key={id} class={isOff ? 'off' : undefined}>
          <Icon shape={WORKS[id]} size={16} />
          {text.works[id]}
          <strong>{formatNumber(rank)}</strong>
          {added > 0 && <span class="chip">+{formatNumber(added)}</span>}
          {isOff && <span class="faint">{text.off}</span>}
        </li>
      ))}
    </ul>
  );
}
