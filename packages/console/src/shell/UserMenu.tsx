import CircleUser from 'lucide/dist/esm/icons/circle-user.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Settings2 from 'lucide/dist/esm/icons/settings-2.mjs';
import { keySheetOpen } from '../commands/registry.ts';
import { type Preferences, preference, setPreference } from '../data/preferences.ts';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Menu } from '../kit/Menu.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { sessionFacts, signOut } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { frameDialog } from './frame-dialog.ts';

/** The menu at the end of the top bar: who is signed in, how the page looks, the way out. */
export default function UserMenu() {
  const text = texts.value.shell;
  const name = sessionFacts.value?.Token.Name ?? '';
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="bare" class="icon-button" aria-label={text.menu}>
          <Icon shape={CircleUser} />
        </Button>
      }
      groups={[
        {
          id: 'token',
          items: [
            {
              id: 'token',
              text: texts.value.signIn.signedInAs(name),
              icon: KeyRound,
              run: () => assign(frameDialog, 'token'),
            },
          ],
        },
        {
          id: 'theme',
          items: [
            {
              id: 'theme',
              label: text.preferences.theme,
              value: preference('theme').value,
              options: optionsOf(text.preferences.themes),
              choose: (value) => setPreference('theme', value as Preferences['theme']), // one of the three
            },
          ],
        },
        {
          id: 'more',
          items: [
            {
              id: 'preferences',
              text: `${text.preferences.title}…`,
              icon: Settings2,
              run: () => assign(frameDialog, 'preferences'),
            },
            {
              id: 'keys',
              text: texts.value.commands.showKeys,
              icon: Keyboard,
              keys: '?',
              run: () => assign(keySheetOpen, true),
            },
          ],
        },
        {
          id: 'out',
          items: [{ id: 'out', text: texts.value.signIn.signOut, icon: LogOut, run: signOut }],
        },
      ]}
    />
  );
}
