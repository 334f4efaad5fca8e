import { formatNumber } from '../data/format.ts';
import { Icon } from '../kit/Button.tsx';
import { counters } from '../navigation/page-state.ts';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { offeredTabs, type Page, plainPath, tabAt } from './page-table.ts';

/** A link to a page, with its icon and counter. Its code is fetched when the pointer or the focus reaches it. */
export function PageLink({ page, isCurrent }: { page: Page; isCurrent: boolean }) {
  const name = texts.value.shell.pages[page.id];
  const marks = [page.id, ...offeredTabs(page).map((tab) => tab.name)].flatMap(
    (id) => counters.value.get(id) ?? [],
  );
  const count = marks.reduce((sum, mark) => sum + mark.count, 0);
  const prepare = () => void (tabAt(page, {}) ?? page).load().catch(() => {}); // the page itself says when it cannot be loaded
  return (
    <a
      class="page-link row"
      href={hrefOf(plainPath(page))}
      aria-current={isCurrent ? 'page' : undefined}
      title={name}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon shape={page.icon} />
      <span class="sidebar-text">{name}</span>
      {count > 0 && (
        <span class={marks.some(({ warns }) => warns) ? 'counter chip warn' : 'counter note'}>
          {formatNumber(count)}
        </span>
      )}
    </a>
  );
}
