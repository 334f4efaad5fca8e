import { Search } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { shownKeys } from '../commands/keys.ts';
import { openPalette } from '../commands/palette.ts';
import { Icon } from '../kit/Icon.tsx';
import { pageTitle } from '../navigation/page-title.ts';
import { atFleet, place } from '../navigation/place.ts';
import { hrefOf } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { LazyPart } from '../views/AsyncView.tsx';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { type Page, plainPath } from './pages.ts';
import { LiveMark } from './WorldMark.tsx';
import './top-bar.css';

const outboxMark = () => import('./OutboxMark.tsx');
const worldSwitch = withTexts(() => import('../fleet/WorldSwitch.tsx'));
const userMenu = () => import('./UserMenu.tsx');

/** Where one is, the way to everything else, what is under way, and the menu. */
export function TopBar({ current }: { current: Page | undefined }) {
  const text = texts.value.shell;
  return (
    <header class="top-bar">
      {place.world !== undefined && <LazyPart load={worldSwitch} />}
      <Title page={current} />
      <button type="button" class="find" onClick={() => openPalette()}>
        <Icon shape={Search} size={16} />
        <span class="find-text">{text.find}</span>
        <kbd>{shownKeys('Mod+k')}</kbd>
      </button>
      {!atFleet && <LiveMark />}
      <LazyPart load={outboxMark} when={outbox.entries.value.length > 0} />
      <LazyPart load={userMenu}>
        <span class="menu-place" />
      </LazyPart>
    </header>
  );
}

/** The heading of the page, after the way to it. It gets the focus when another page is shown. */
function Title({ page }: { page: Page | undefined }) {
  const text = texts.value.shell;
  const heading = useRef<HTMLHeadingElement>(null);
  const title = pageTitle.value;
  const name = page === undefined ? text.name : text.pages[page.id];
  const label = title === undefined ? name : visibleText(title);
  useEffect(() => {
    document.title = [...new Set([label, name, text.name])].join(' · ');
  }, [label, name, text]);
  useFocusOnNavigation(heading, page?.id);
  return (
    <div class="title">
      {title !== undefined && page !== undefined && (
        <nav aria-label={text.way}>
          <a href={hrefOf(plainPath(page))}>{name}</a>
        </nav>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title === undefined ? name : <Name text={title} />}
      </h1>
    </div>
  );
}

/** Moves the focus to the heading when another page is shown, or when what had it is gone. */
function useFocusOnNavigation(heading: { current: HTMLElement | null }, pageId: string | undefined): void {
  const before = useRef(pageId);
  useEffect(() => {
    if (before.current !== pageId) heading.current?.focus();
    before.current = pageId;
  }, [heading, pageId]);
}
