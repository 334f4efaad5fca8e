import type { JSX } from 'preact';
import { preference } from '../data/preferences.ts';
import { OutageBanner } from '../faces/OutageBanner.tsx';
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
