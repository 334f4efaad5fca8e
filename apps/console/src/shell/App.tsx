import { useEffect } from 'preact/hooks';
import { formatTime } from '../data/format.ts';
import { liveState } from '../data/live.ts';
import { preference, setPreference } from '../data/preferences.ts';
import { atFleet, place } from '../navigation/place.ts';
import { address, hrefOf, type PathValues } from '../navigation/router.ts';
import { session, sessionFacts } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { LazyPart, Loading } from '../views/AsyncView.tsx';
import { outage, readAgain } from '../views/errors.ts';
import { ErrorBoundary, Failure, Outdated } from '../views/Failure.tsx';
import { begin, beginFailure, hasBegun } from './start.ts';
import './frame.css';
import { Menu, PanelLeftClose, PanelLeftOpen, Search } from 'lucide';
import { openPalette, paletteOpen } from '../commands/palette.ts';
import { Icon, Mark } from '../kit/Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { missingPermission, offeredSections, pageAt, pagesInBar } from './page-table.ts';
import type { Page } from './pages.ts';
import { TopBar } from './TopBar.tsx';
import { frameDialog, useFrameCommands } from './use-frame-commands.ts';
import './bottom-bar.css';
import { Button } from '../kit/Button.tsx';
import './sidebar.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { keySheetOpen } from '../commands/registry.ts';
import { assign } from '../kit/assign.ts';
import { announcer } from '../views/announce.ts';
import { Foot } from './WorldMark.tsx';

const signIn = () => import('./SignIn.tsx');
const worldAway = withTexts(() => import('./WorldAway.tsx'));
const lockedSignIn = () => import('../session/LockedSignIn.tsx');
const toasts = () => import('../kit/Toasts.tsx');

/** The whole console: the sign-in until a token is valid, then the frame with the page of the address. */
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
        <LazyPart key="locked" load={lockedSignIn}>
          {session.value === undefined && <div class="covered" />}
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

/** The frame of every page: the sidebar, the top bar and the page of the address. */
function Frame() {
  useFrameCommands();
  const match = pageAt(address.value.path);
  return (
    <div class={preference('sidebar').value === 'narrow' ? 'frame folded' : 'frame'}>
      <a class="skip" href="#content">
        {texts.value.shell.skip}
      </a>
      <Sidebar current={match?.page} />
      <TopBar current={match?.page} />
      <OutageBanner />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a page of mere text only when it has the focus */}
      <main id="content" tabIndex={0}>
        <CurrentPage match={match} />
      </main>
      <BottomBar current={match?.page} />
      <Overlays />
    </div>
  );
}

/** Says once for the whole page that the service does not answer, and how old what is shown is. */
function OutageBanner() {
  const isLive = liveState.value === 'live';
  useEffect(() => {
    if (isLive) readAgain(); // the service is back
  }, [isLive]);
  const { value } = outage;
  if (value === undefined) return null;
  return (
    <aside class="outage">
      <Failure error={value.error} onAgain={readAgain} />
      {value.sinceMs > 0 && <p class="faint">{texts.value.views.shownFrom(formatTime(value.sinceMs))}</p>}
    </aside>
  );
}

/** The page of the address; where there is none, or the token may not see it, why. */
function CurrentPage({ match }: { match: { page: Page; values: PathValues } | undefined }) {
  const text = texts.value.shell;
  if (match === undefined) return <p class="view-state">{text.notFound}</p>;
  const { page, values } = match;
  const missing = missingPermission(page);
  if (missing !== undefined) return <p class="view-state">{text.mayNot(missing)}</p>;
  return (
    <ErrorBoundary key={page.id}>
      <LazyPart load={page.load} props={{ values }} failed={<Outdated />}>
        <Loading rows={12} />
      </LazyPart>
    </ErrorBoundary>
  );
}

const moreSheet = () => import('./MoreSheet.tsx');

function BottomBar({ current }: { current: Page | undefined }) {
  const text = texts.value.shell;
  const close = () => assign(frameDialog, undefined);
  const { path } = address.value;
  useEffect(close, [path]);
  return (
    <nav class="bottom-bar" aria-label={text.navigation}>
      {pagesInBar().map((page) => (
        <PageLink key={page.id} page={page} isCurrent={page === current} />
      ))}
      <button type="button" onClick={() => openPalette()}>
        <Icon shape={Search} />
        {text.findShort}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => assign(frameDialog, 'more')}>
        <Icon shape={Menu} />
        {text.more}
      </button>
      <LazyPart load={moreSheet} when={frameDialog.value === 'more'} />
    </nav>
  );
}

/** The pages that the token may see, by section; at its foot the world, or the fleet. */
function Sidebar({ current }: { current: Page | undefined }) {
  const text = texts.value.shell;
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

const actions = withTexts(() => import('../actions/Actions.tsx'));
const palette = () => import('../commands/Palette.tsx');
const keySheet = () => import('../commands/KeySheet.tsx');
const preferencesDialog = () => import('./PreferencesDialog.tsx');
const actionCommands = withTexts(() => import('./ActionCommands.tsx'));
const tokenDialog = () => import('./TokenDialog.tsx');

function Overlays() {
  // Loaded once the page is there, so that it opens at once.
  useEffect(() => void palette().catch(() => {}), []);
  return (
    <>
      <LazyPart load={palette} when={paletteOpen.value} />
      <LazyPart load={keySheet} when={keySheetOpen.value} />
      <LazyPart load={preferencesDialog} when={frameDialog.value === 'preferences'} />
      <LazyPart load={tokenDialog} when={frameDialog.value === 'token'} />
      {!atFleet && <LazyPart load={actionCommands} />}
      {!atFleet && <LazyPart load={actions} />}
    </>
  );
}
