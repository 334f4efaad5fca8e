import PanelLeftClose from 'lucide/dist/esm/icons/panel-left-close.mjs';
import PanelLeftOpen from 'lucide/dist/esm/icons/panel-left-open.mjs';
import type { JSX } from 'preact';
import { preference, setPreference } from '../data/preferences.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Mark } from '../kit/Mark.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { frameParts } from './frame-parts.ts';
import { offeredSections } from './offered-pages.ts';
import { PageLink } from './PageLink.tsx';
import type { Page } from './pages.ts';
import './sidebar.css';

/** The pages that the token may see, by section; at its foot the world, or the fleet. */
export function Sidebar({ current }: { current: Page | undefined }): JSX.Element {
  const text = texts.value.shell;
  const { Foot } = frameParts();
  const narrow = preference('sidebar').value === 'narrow';
  const fold = narrow ? text.unfold : text.fold;
  return (
    <nav class="sidebar" aria-label={text.navigation}>
      <a class="sidebar-name" href={hrefOf('/')}>
        <Mark size={22} />
        <span class="sidebar-text">{text.name}</span>
      </a>
      <div class="sidebar-pages">
        {offeredSections().map(({ id, name, pages }) => (
          <section key={id} aria-label={name}>
            {id !== 'world' && id !== 'fleet' && <h2>{name}</h2>}
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
      <Foot />
      <Button
        kind="bare"
        class="icon-button sidebar-fold"
        aria-label={fold}
        title={fold}
        onClick={() => setPreference('sidebar', narrow ? 'wide' : 'narrow')}
      >
        <Icon shape={narrow ? PanelLeftOpen : PanelLeftClose} />
      </Button>
    </nav>
  );
}
