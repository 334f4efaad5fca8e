import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatTime } from '../data/format.ts';
import { liveState } from '../data/live.ts';
import { preference } from '../data/preferences.ts';
import { Failure } from '../faces/Failure.tsx';
import { outage, readAgain } from '../faces/outage.ts';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { BottomBar } from './BottomBar.tsx';
import './frame.css';
import { CurrentPage } from './CurrentPage.tsx';
import { frameParts } from './frame-parts.ts';
import { pageAt } from './pages.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useFrameCommands } from './use-frame-commands.ts';

/** What surrounds every page: the sidebar, the top bar and the page of the address. */
export function Frame(): JSX.Element {
  useFrameCommands();
  const { pages, Overlays } = frameParts();
  const found = pageAt(pages, address.value.path);
  return (
    <div class={preference('sidebar').value === 'narrow' ? 'frame folded' : 'frame'}>
      <a class="skip" href="#content">
        {texts.value.shell.skip}
      </a>
      <Sidebar current={found?.page} />
      <TopBar current={found?.page} />
      <OutageBanner />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a page of mere text only when it has the focus */}
      <main id="content" tabIndex={0}>
        <CurrentPage found={found} />
      </main>
      <BottomBar current={found?.page} />
      <Overlays />
    </div>
  );
}

/** Says once for the whole page that the service does not answer, and how old what is shown is. */
function OutageBanner(): JSX.Element | null {
  const isLive = liveState.value === 'live';
  useEffect(() => {
    if (isLive) readAgain(); // the service is back
  }, [isLive]);
  const { value } = outage;
  if (value === undefined) return null;
  return (
    <div class="outage">
      <Failure error={value.error} onAgain={readAgain} />
      {value.sinceMs > 0 && <p class="faint">{texts.value.faces.shownFrom(formatTime(value.sinceMs))}</p>}
    </div>
  );
}
