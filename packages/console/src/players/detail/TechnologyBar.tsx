import type { PlayerDetails } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { Button } from '../../kit/Button.tsx';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';
import { costOf, type TechnologyLine } from './technology-levels.ts';

export interface TechnologyBarProps {
  picked: readonly TechnologyLine[];
  details: PlayerDetails;
  onClear: () => void;
}

/** What a choice of technologies costs in the game, and what can be done with it. */
export function TechnologyBar({ picked, details, onClear }: TechnologyBarProps): JSX.Element {
  const text = texts.value.player;
  const cost = costOf(picked);
  const target = playerTarget(details.Player);
  const idsOf = (areLearnt: boolean) =>
    picked.filter(({ state }) => (state === 'learnt') === areLearnt).map(({ technology }) => technology.ID);
  const [learnt, missing] = [idsOf(true), idsOf(false)];
  return (
    <div class="technology-bar" role="status">
      <strong>{texts.value.table.chosen(formatNumber(picked.length))}</strong>
      <span class="quiet">
        {[
          cost.points > 0 ? text.cost(cost.points) : '',
          cost.ancientPoints > 0 ? text.ancientCost(cost.ancientPoints) : '',
        ]
          .filter((part) => part !== '')
          .join(', ')}
      </span>
      <span class="toolbar-end">
        {missing.length > 0 && (
          <ActionButton
            action="learn"
            target={target}
            draft={{ technologies: missing }}
            text={text.learn(formatNumber(missing.length))}
          />
        )}
        {learnt.length > 0 && (
          <ActionButton
            action="forget"
            target={target}
            draft={{ technologies: learnt }}
            text={text.forget(formatNumber(learnt.length))}
            kind="danger"
          />
        )}
        <Button kind="bare" onClick={onClear}>
          {texts.value.table.clear}
        </Button>
      </span>
    </div>
  );
}
