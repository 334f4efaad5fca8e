import { CircleUser, KeyRound } from 'lucide';
import { shownKeys } from '../commands/keys.ts';
import { commands, frameDialog } from '../commands/registry.ts';
import { type Preferences, preference, setPreference } from '../data/preferences.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { optionsOf } from '../kit/Fields.tsx';
import { Menu, type MenuGroup } from '../kit/Menu.tsx';
import { sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** The menu at the end of the top bar: who is signed in, how the page looks, the way out. */
export default function UserMenu() {
  const text = texts.value.shell;
  const signedInAs = texts.value.signIn.signedInAs(sessionFacts.value?.Token.Name ?? '');
  const openToken = () => (frameDialog.value = 'token');
  const theme = {
    id: 'theme',
    label: text.preferences.theme,
    value: preference('theme').value,
    options: optionsOf(text.preferences.themes),
    choose: (value: string) => setPreference('theme', value as Preferences['theme']), // one of the three
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="bare" class="icon-button" aria-label={text.menu}>
          <Icon shape={CircleUser} />
        </Button>
      }
      groups={[
        { id: 'token', items: [{ id: 'token', text: signedInAs, icon: KeyRound, run: openToken }] },
        { id: 'theme', items: [theme] },
        groupOf('more', ['preferences', 'keys']),
        groupOf('out', ['sign-out']),
      ]}
    />
  );
}

function groupOf(id: string, ids: readonly string[]): MenuGroup {
  const listed = ids.flatMap((name) => commands.value.find((command) => command.id === name) ?? []);
  return {
    id,
    items: listed.map(({ id: name, text, icon, keys, run }) => ({
      id: name,
      text,
      ...(icon && { icon }),
      ...(typeof keys === 'string' && { keys: shownKeys(keys) }),
      run: () => void run(),
    })),
  };
}
