import { formatNumber } from '../data/format.ts';
import { Icon } from '../kit/Button.tsx';
import { counters } from '../navigation/page-state.ts';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { type Page, plainPath } from './page-table.ts';

/** A link to a page, with its icon and counter. Its code is fetched when the pointer or the focus reaches it. */
export function PageLink({ page, isCurrent }: { page: Page; isCurrent: boolean }) {
  const name = texts.value.shell.pages[page.id];
  const counter = counters.value.get(page.id);
  const prepare = () => void page.load().catch(() => {}); // the page itself says when it cannot be loaded
  return (
    <a
      class="page-link"
      href={hrefOf(plainPath(page))}
      aria-current={isCurrent ? 'page' : undefined}
      title={name}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon shape={page.icon} />
      <span class="sidebar-text">{name}</span>
      {counter !== undefined && (
        <span class={counter.warns ? 'counter warns' : 'counter'}>{formatNumber(counter.count)}</span>
      )}
    </a>
  );
}
