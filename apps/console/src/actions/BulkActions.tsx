import { Ellipsis } from 'lucide';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import type { ActionId, Target } from './action.ts';
import { actionGroups } from './action-menu.ts';
import { offersFor } from './blocked.ts';
import { openAction } from './dialog.ts';

const FIRST: readonly ActionId[] = ['message', 'giveItems', 'kick', 'ban', 'deleteBase'];

/** Actions for a selection. The dialog names the targets that it leaves out, even all, and says why. */
export function BulkActions({ targets }: { targets: readonly Target[] }) {
  const offers = offersFor(targets);
  const first = offers.filter(({ action }) => FIRST.includes(action.id));
  const rest = actionGroups(targets, FIRST);
  return (
    <>
      {first.map(({ action }) => (
        <Button
          key={action.id}
          kind={action.danger ? 'danger' : 'plain'}
          onClick={() => openAction(action.id, targets)}
        >
          <Icon shape={action.icon} size={16} />
          {texts.value.actions.does[action.id].name}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} kind="plain" label={texts.value.actionDialog.more} />}
          groups={rest}
        />
      )}
    </>
  );
}
