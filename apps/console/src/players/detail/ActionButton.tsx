import type { PlayerRow } from '@palatine/contract';
import type { ComponentChildren } from 'preact';
import { type ActionId, type Draft, targetOfRow } from '../../actions/action.ts';
import { blockedText } from '../../actions/action-menu.ts';
import { ACTIONS } from '../../actions/action-table.ts';
import { isOffered, offerOf } from '../../actions/blocked.ts';
import { openAction } from '../../actions/dialog.ts';
import type { Resource } from '../../data/resource.ts';
import { Button } from '../../kit/Button.tsx';
import { Tooltip } from '../../kit/IconButton.tsx';
import { Age, AsyncView } from '../../views/AsyncView.tsx';

/** A button for an action on a player; absent where the token may not, disabled with its reason where it cannot be done now. */
export function ActionButton(props: {
  action: ActionId;
  player: PlayerRow;
  text: string;
  kind?: 'plain' | 'primary' | 'danger';
  draft?: Partial<Draft>;
}) {
  const { action: id, player, text, kind = 'plain', draft } = props;
  const target = targetOfRow(player);
  const action = ACTIONS[id];
  if (!isOffered(action, target)) return null;
  const blocked = blockedText(offerOf(action, [target]));
  const button = (
    <Button
      kind={kind}
      icon={action.icon}
      aria-disabled={blocked !== ''}
      class={blocked === '' ? '' : 'is-blocked'}
      onClick={() => blocked === '' && openAction(id, target, draft)}
    >
      {text}
      {blocked !== '' && <span class="spoken">{blocked}</span>}
    </Button>
  );
  return blocked === '' ? button : <Tooltip text={blocked}>{button}</Tooltip>;
}

/** A part of a player's page that is read: its tools, and what is known. */
export function PlayerPart<T extends { Known: boolean }>(props: {
  resource: Resource<T>;
  /** Why nothing is known. */
  unknown: string;
  search?: ComponentChildren;
  tools?: ComponentChildren;
  children: (value: T) => ComponentChildren;
}) {
  const { resource, unknown, search, tools, children } = props;
  return (
    <>
      <div class="tab-tools cluster">
        {search}
        <Age resource={resource} />
        <span class="cluster at-end">{tools}</span>
      </div>
      <AsyncView resource={resource} rows={8} unknown={({ Known }) => (Known ? undefined : unknown)}>
        {children}
      </AsyncView>
    </>
  );
}
