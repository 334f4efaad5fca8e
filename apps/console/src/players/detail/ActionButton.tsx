import type { ActionId, Draft, Target } from '../../actions/action.ts';
import { blockedText } from '../../actions/action-menu.ts';
import { ACTIONS } from '../../actions/action-table.ts';
import { isOffered, offerOf } from '../../actions/blocked.ts';
import { openAction } from '../../actions/dialog.ts';
import { Button } from '../../kit/Button.tsx';
import { Tooltip } from '../../kit/IconButton.tsx';

/** A button for an action; absent where the token may not, disabled with its reason where it cannot be done now. */
export function ActionButton(props: {
  action: ActionId;
  target: Target;
  text: string;
  kind?: 'plain' | 'primary' | 'danger';
  draft?: Partial<Draft>;
}) {
  const { action: id, target, text, kind = 'plain', draft } = props;
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
