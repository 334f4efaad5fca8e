import { getSessions } from '@palatine/contract';
import { Keyboard, LogOut, Search, Settings2, SunMoon } from 'lucide';
import { openPalette } from '../commands/palette.ts';
import { type Command, frameDialog, useCommands } from '../commands/registry.ts';
import { setPreference } from '../data/preferences.ts';
import { atFleet } from '../navigation/place.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { may, signOut } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { offeredPages, offeredTabs, type Page, plainPath } from './page-table.ts';

/** Commands of every page: go to another one, search, show the keys, change the theme, sign out. */
export function useFrameCommands(): void {
  useCommands([...everywhere(), ...pageCommands()]);
}

/** Puts the focus in the first field of the page; false without a field. */
function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>(
    '#content input:is([type="search"], [type="text"], [type="datetime-local"])',
  );
  field?.select();
  field?.focus();
  return field !== null;
}

/** Presses the button of the newest toast; false without one. */
function undo(): boolean {
  const button = document.querySelector<HTMLButtonElement>('.toast-content > .button:not(.bare)');
  button?.click();
  return button !== null;
}

function pageCommands(): Command[] {
  const { commands, shell } = texts.value;
  const command = (page: Page, id: string, name: string, key?: string, href = hrefOf(plainPath(page))) => ({
    id: `go ${id}`,
    text: commands.goTo(name),
    words: name,
    group: 'pages' as const,
    icon: page.icon,
    ...(key !== undefined && { keys: `g ${key}` }),
    run: () => navigate(href),
  });
  return offeredPages().flatMap((page) => [
    command(page, page.id, shell.pages[page.id], page.key),
    ...VIEWS.filter(
      (view) => view.of === page.id && !atFleet && (!('permitted' in view) || view.permitted()),
    ).map(({ name, query }) =>
      command(page, name, commands.views[name], undefined, hrefOf(plainPath(page), query)),
    ),
    ...offeredTabs(page)
      .filter(({ name }) => shell.tabs[name] !== shell.pages[page.id])
      .map((tab) => {
        const href = hrefOf(plainPath(page, tab));
        return command(page, `${page.id} ${tab.id}`, shell.tabs[tab.name], tab.key, href);
      }),
  ]);
}

/** Views of lists with a command of their own. */
const VIEWS = [
  { of: 'players', name: 'timeline', query: { view: 'timeline' }, permitted: () => may(getSessions) },
  { of: 'pals', name: 'impossible', query: { impossible: 'yes' } },
  { of: 'pals', name: 'duplicates', query: { duplicates: 'yes' } },
  { of: 'bases', name: 'largest', query: { sort: 'Buildings', order: 'down' } },
] as const;

function everywhere(): Command[] {
  const { commands, shell, signIn } = texts.value;
  const all: readonly Omit<Command, 'group'>[] = [
    {
      id: 'find',
      text: commands.open,
      icon: Search,
      keys: 'Mod+k',
      whileTyping: true,
      listed: false,
      run: () => openPalette(),
    },
    {
      id: 'keys',
      text: commands.showKeys,
      icon: Keyboard,
      keys: '?',
      run: () => (frameDialog.value = 'keys'),
    },
    {
      id: 'filter',
      text: commands.filter,
      keys: '/',
      listed: false,
      run: focusFilter,
    },
    {
      id: 'undo',
      text: commands.undo,
      keys: 'Mod+z',
      listed: false,
      run: undo,
    },
    {
      id: 'theme',
      text: shell.preferences.otherTheme,
      icon: SunMoon,
      run: () => setPreference('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'preferences',
      text: `${shell.preferences.title}…`,
      icon: Settings2,
      run: () => (frameDialog.value = 'preferences'),
    },
    { id: 'sign-out', text: signIn.signOut, icon: LogOut, run: signOut },
  ];
  return all.map((command) => ({ ...command, group: 'everywhere' }));
}
