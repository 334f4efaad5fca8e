import { useSignal } from '@preact/signals';
import Menu from 'lucide/dist/esm/icons/menu.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { openPalette } from '../commands/palette.ts';
import { Icon } from '../kit/Icon.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { offeredPages, offeredSections } from './offered-pages.ts';
import type { Page } from './pages.ts';
import { PageLink } from './Sidebar.tsx';
import './bottom-bar.css';
import { WorldMark } from './WorldMark.tsx';

/** Pages that stand in the bar itself; the others are under More. */
const FIRST: readonly Page['id'][] = ['overview', 'players', 'map'];

/** The navigation of a narrow window, at its foot. */
export function BottomBar({ current }: { current: Page | undefined }): JSX.Element {
  const text = texts.value.shell;
  const more = useSignal(false);
  const pages = FIRST.flatMap((id) => offeredPages().find((page) => page.id === id) ?? []);
  const close = () => {
    more.value = false;
  };
  const { path } = address.value;
  useEffect(close, [path]);
  return (
    <nav class="bottom-bar" aria-label={text.navigation}>
      {pages.map((page) => (
        <PageLink key={page.id} page={page} isCurrent={page === current} />
      ))}
      <button type="button" onClick={() => openPalette()}>
        <Icon shape={Search} />
        {text.findShort}
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          more.value = true;
        }}
      >
        <Icon shape={Menu} />
        {text.more}
      </button>
      <Sheet open={more.value} onClose={close} title={text.more} side="bottom">
        <div class="more-pages">
          {offeredSections().map(({ id, name, pages: inSection }) => (
            <section key={id} aria-label={name}>
              <h3>{name}</h3>
              {inSection.map((page) => (
                <PageLink key={page.id} page={page} isCurrent={page === current} />
              ))}
            </section>
          ))}
        </div>
        <WorldMark />
      </Sheet>
    </nav>
  );
}
