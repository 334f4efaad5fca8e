import Menu from 'lucide/dist/esm/icons/menu.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { openPalette } from '../commands/palette.ts';
import { LazyPart } from '../faces/LazyPart.tsx';
import { Icon } from '../kit/Icon.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { frameParts } from './frame-parts.ts';
import { moreOpen } from './more-open.ts';
import { offeredPages } from './offered-pages.ts';
import { PageLink } from './PageLink.tsx';
import type { Page } from './pages.ts';
import './bottom-bar.css';

const moreSheet = () => import('./MoreSheet.tsx');

/** The navigation of a narrow window, at its foot. */
export function BottomBar({ current }: { current: Page | undefined }): JSX.Element {
  const text = texts.value.shell;
  const pages = frameParts().inBar.flatMap((id) => offeredPages().find((page) => page.id === id) ?? []);
  const close = () => {
    moreOpen.value = false;
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
          moreOpen.value = true;
        }}
      >
        <Icon shape={Menu} />
        {text.more}
      </button>
      <LazyPart load={moreSheet} when={moreOpen.value} />
    </nav>
  );
}
