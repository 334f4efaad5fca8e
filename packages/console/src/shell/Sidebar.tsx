import PanelLeftClose from 'lucide/dist/esm/icons/panel-left-close.mjs';
import PanelLeftOpen from 'lucide/dist/esm/icons/panel-left-open.mjs';
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import { preference, setPreference } from '../data/preferences.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Mark } from '../kit/Mark.tsx';
import { counters } from '../navigation/counters.ts';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { offeredSections } from './offered-pages.ts';
import { type Page, plainPath } from './pages.ts';
import './sidebar.css';
import { WorldMark } from './WorldMark.tsx';

/** The pages that the token may see, by section; at its foot the world. */
export function Sidebar({ current }: { current: Page | undefined }): JSX.Element {
  const text = texts.value.shell;
  const narrow = preference('sidebar').value === 'narrow';
  return (
    <nav class="sidebar" aria-label={text.navigation}>
      <a class="sidebar-name" href={hrefOf('/')}>
        <Mark size={22} />
        <span class="sidebar-text">{text.name}</span>
      </a>
      <div class="sidebar-pages">
        {offeredSections().map(({ id, name, pages }) => (
          <section key={id} aria-label={name}>
            {id !== 'world' && <h2>{name}</h2>}
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <PageLink page={page} isCurrent={page === current} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <WorldMark />
      <IconButton
        class="sidebar-fold"
        icon={narrow ? PanelLeftOpen : PanelLeftClose}
        label={narrow ? text.unfold : text.fold}
        onClick={() => setPreference('sidebar', narrow ? 'wide' : 'narrow')}
      />
    </nav>
  );
}

/** A link to a page, with its icon and counter. Its code is fetched when somebody is about to follow it. */
export function PageLink({ page, isCurrent }: { page: Page; isCurrent: boolean }): JSX.Element {
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
