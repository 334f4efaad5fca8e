import type { JSX } from 'preact';
import { actionGroups } from '../actions/action-menu.ts';
import type { PlayerTarget } from '../actions/target.ts';
import { Button } from '../kit/Button.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';

/** What can be done to all players that are chosen. */
export function BulkActions({ targets }: { targets: readonly PlayerTarget[] }): JSX.Element {
  return (
    <Menu
      align="end"
      trigger={<Button kind="primary">{texts.value.table.actions} ▴</Button>}
      groups={actionGroups(targets)}
    />
  );
}
