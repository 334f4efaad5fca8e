import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu, PanelLeftClose, PanelLeftOpen, Search } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { shownKeys } from '../commands/keys.ts';
import { openPalette, paletteOpen } from '../commands/palette.ts';
import { closeFrameDialog, frameDialog } from '../commands/registry.ts';
import { preference, setPreference } from '../data/preferences.ts';
import { Button, Icon, Mark } from '../kit/Button.tsx';
import { pageTitle } from '../navigation/page-state.ts';
import { atFleet, place } from '../navigation/place.ts';
import { address, hrefOf, type PathValues } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { session, sessionFacts } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { LazyPart, Loading } from '../views/AsyncView.tsx';
import { announcer } from '../views/announce.ts';
import { ErrorBoundary, Outdated } from '../views/Failure.tsx';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { PageLink } from './PageLink.tsx';
import {
  missingPermission,
  offeredSections,
  type Page,
  pageAt,
  pagesInBar,
  plainPath,
  tabAt,
} from './page-table.ts';
import type * as Parts from './parts.ts';
import { begin, beginFailure, hasBegun, isLater } from './start.ts';
import { useFrameCommands } from './use-frame-commands.ts';
import './frame.css';
import './bottom-bar.css';
import './sidebar.css';
import './top-bar.css';

const signIn = () => import('./SignIn.tsx');
const part = <Name extends keyof typeof Parts>(name: Name) =>
  withTexts(() => import('./parts.ts').then((parts) => ({ default: parts[name] })));
const worldAway = withTexts(() => import('./WorldAway.tsx'));
const tabbedPage = withTexts(() => import('./TabbedPage.tsx'));
const allowed = withTexts(() => import('./Allowed.tsx'));
const toasts = () => import('../kit/Toasts.tsx');

export function App() {
  useEffect(() => begin(document.documentElement), []);
  if (!hasBegun.value) return null;
  const facts = sessionFacts.value;
  return (
    // No part of the kit may write a `<style>`: the page's policy forbids it.
    <CSPProvider disableStyleElements>
      {facts !== undefined ? (
        <Frame key={facts.Token.Name} />
      ) : place.world !== undefined && beginFailure.value !== undefined ? (
        <LazyPart key="away" load={worldAway} />
      ) : (
        <LazyPart key="sign-in" load={signIn} />
      )}
      {facts !== undefined && (
        <LazyPart key="locked" load={signIn} when={isLater.value || session.value === undefined}>
          {session.value === undefined && <div class="scrim covers" />}
        </LazyPart>
      )}
      <LazyPart key="toasts" load={toasts} />
      <div class="spoken" role="status">
        {announcer.polite}
      </div>
      <div class="spoken" role="alert">
        {announcer.assertive}
      </div>
    </CSPProvider>
  );
}

type Match = { page: Page; values: PathValues };

function Frame() {
  useFrameCommands();
  const match = pageAt(address.value.path);
  return (
    <div class={preference('sidebar').value === 'narrow' ? 'frame folded' : 'frame'}>
      <a class="skip" href="#content">
        {texts.value.shell.skip}
      </a>
      <Sidebar current={match?.page} />
      <header class="head">
        <TopBar />
        <Title match={match} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a page of mere text only when it has the focus */}
      <main id="content" tabIndex={0}>
        <CurrentPage match={match} />
      </main>
      <BottomBar current={match?.page} />
      <Overlays />
    </div>
  );
}

const notFound = () => import('./NotFound.tsx');

function CurrentPage({ match }: { match: Match | undefined }) {
  const part = match && (match.page.tabs === undefined ? match.page : tabAt(match.page, match.values));
  if (match === undefined || part === undefined) return <LazyPart load={notFound} />;
  const { page, values } = match;
  const missing = missingPermission(part);
  if (missing !== undefined) return <LazyPart load={allowed} props={{ missing }} />;
  return (
    <ErrorBoundary key={page.id}>
      <LazyPart
        load={page.tabs === undefined ? page.load : tabbedPage}
        props={{ values }}
        failed={<Outdated />}
      >
        <Loading rows={12} />
      </LazyPart>
    </ErrorBoundary>
  );
}

function BottomBar({ current }: { current: Page | undefined }) {
  const text = texts.value.shell;
  const { path } = address.value;
  useEffect(() => void closeFrameDialog(), [path]);
  return (
    <nav class="bottom-bar" aria-label={text.navigation}>
      {pagesInBar().map((page) => (
        <PageLink key={page.id} page={page} isCurrent={page === current} />
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => (frameDialog.value = 'more')}>
        <Icon shape={Menu} />
        {text.more}
      </button>
    </nav>
  );
}

function Sidebar({ current }: { current: Page | undefined }) {
  const text = texts.value.shell;
  const narrow = preference('sidebar').value === 'narrow';
  const fold = narrow ? text.unfold : text.fold;
  return (
    <nav class="sidebar" aria-label={text.navigation}>
      <div class="sidebar-pages">
        {offeredSections().map(({ id, name, pages }) => (
          <section key={id} aria-label={name}>
            {id !== 'world' && id !== 'fleet' && <h2 class="group-label">{name}</h2>}
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

const palette = () => import('../commands/Palette.tsx');
const DIALOGS = {
  keys: () => import('../commands/KeySheet.tsx'),
  preferences: () => import('./PreferencesDialog.tsx'),
  token: () => import('./TokenDialog.tsx'),
  more: () => import('./MoreSheet.tsx'),
};
const actionCommands = part('ActionCommands');

function Overlays() {
  // Loaded once the page is there, so that it opens at once.
  useEffect(() => {
    if (isLater.value) palette().catch(() => {});
  }, [isLater.value]);
  return (
    <>
      <LazyPart load={palette} when={paletteOpen.value} />
      {Object.entries(DIALOGS).map(([name, load]) => (
        <LazyPart key={name} load={load} when={frameDialog.value === name} />
      ))}
      {!atFleet && <LazyPart load={actionCommands} />}
    </>
  );
}

const outboxMark = () => import('./OutboxMark.tsx');
const worldSwitch = withTexts(() => import('../fleet/WorldSwitch.tsx'));
const strip = part('Strip');
const fleetMark = withTexts(() => import('../fleet/FleetMark.tsx'));
const userMenu = part('UserMenu');

/** The server or the world, the search, the outbox and the menu. It keeps its height. */
function TopBar() {
  const text = texts.value.shell;
  return (
    <div class="top-bar row">
      <div class="brand">
        <a href={hrefOf('/')} aria-label={text.name}>
          <Mark size={22} />
        </a>
        {place.world !== undefined ? (
          <LazyPart load={worldSwitch} />
        ) : (
          <Name text={sessionFacts.value?.World.Name ?? ''} otherwise={text.name} />
        )}
      </div>
      <LazyPart load={atFleet ? fleetMark : strip}>
        <div class="server-strip" />
      </LazyPart>
      <button type="button" class="find row" onClick={() => openPalette()}>
        <Icon shape={Search} size={16} />
        <span class="find-text">{text.find}</span>
        <kbd>{shownKeys('Mod+k')}</kbd>
      </button>
      <LazyPart load={outboxMark} when={outbox.entries.value.length > 0} />
      <LazyPart load={userMenu}>
        <span class="menu-place" />
      </LazyPart>
    </div>
  );
}

/** The heading, which gets the focus when another page is shown. It is seen where the page has a title of its own. */
function Title({ match }: { match: Match | undefined }) {
  const text = texts.value.shell;
  const page = match?.page;
  const tab = match && tabAt(match.page, match.values);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = pageTitle.value;
  const name = tab !== undefined ? text.tabs[tab.name] : page === undefined ? text.name : text.pages[page.id];
  const label = title === undefined ? name : visibleText(title);
  useEffect(() => {
    document.title = [...new Set([label, name, text.name])].join(' · ');
  }, [label, name, text]);
  const before = useRef(page?.id); // another page moves the focus to its heading
  useEffect(() => {
    if (before.current !== page?.id) heading.current?.focus();
    before.current = page?.id;
  }, [page?.id]);
  return (
    <div class={title === undefined ? 'title spoken' : 'title'}>
      {title !== undefined && page !== undefined && (
        <nav aria-label={text.way}>
          <a href={hrefOf(plainPath(page, tab))}>{name}</a>
        </nav>
      )}
      <h1 ref={heading} class="truncate" tabIndex={-1}>
        {title === undefined ? name : <Name text={title} />}
      </h1>
    </div>
  );
}
