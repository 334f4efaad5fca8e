import Check from 'lucide/dist/esm/icons/check.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import { nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { GivenIcon } from '../../glyphs/GivenIcon.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { texts } from '../../texts/texts.ts';
import type { TechnologyLevel, TechnologyLine } from './technology-levels.ts';

export interface TechnologyRowsProps {
  levels: readonly TechnologyLevel[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Technologies by level, ordinary ones beside ancient ones. A level's button chooses all of it. */
export function TechnologyRows({ levels, chosen, onChoose }: TechnologyRowsProps) {
  const text = texts.value.player;
  function toggle(ids: readonly string[], on: boolean): void {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  }
  return (
    <div class="technologies">
      <div class="technology-head" aria-hidden="true">
        <span>{texts.value.players.columns.level}</span>
        <span>{text.ordinary}</span>
        <span>{text.ancientTechnologies}</span>
      </div>
      {levels.map(({ level, ordinary, ancient }) => {
        const ids = [...ordinary, ...ancient]
          .filter(({ isShown }) => isShown)
          .map(({ technology }) => technology.ID);
        const isAll = ids.every((id) => chosen.has(id));
        const title = texts.value.players.level(formatNumber(level));
        return (
          <section key={level} class="technology-level" aria-label={title}>
            <button
              type="button"
              aria-pressed={isAll}
              aria-label={text.chooseLevel(formatNumber(level))}
              onClick={() => toggle(ids, !isAll)}
            >
              {formatNumber(level)}
            </button>
            {[ordinary, ancient].map((lines, at) => (
              <div key={at} class="technology-cells">
                {lines
                  .filter(({ isShown }) => isShown)
                  .map((line) => (
                    <Cell
                      key={line.technology.ID}
                      line={line}
                      isChosen={chosen.has(line.technology.ID)}
                      onToggle={(on) => toggle([line.technology.ID], on)}
                    />
                  ))}
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}

interface CellProps {
  line: TechnologyLine;
  isChosen: boolean;
  onToggle: (on: boolean) => void;
}

function Cell({ line, isChosen, onToggle }: CellProps) {
  const text = texts.value.player;
  const { technology, state } = line;
  const why =
    state === 'requires' ? text.requires(nameOf('Technologies', technology.Requires)) : text.states[state];
  return (
    <button
      type="button"
      class={`technology ${state}`}
      aria-pressed={isChosen}
      title={`${technology.ID}: ${why}`}
      onClick={() => onToggle(!isChosen)}
    >
      {state === 'learnt' && <Icon shape={Check} size={14} />}
      {(state === 'level' || state === 'requires') && <Icon shape={Lock} size={14} />}
      <GivenIcon kind="technologies" id={technology.ID} size={20} />
      <span class="technology-name">{technology.Name || technology.ID}</span>
      <span class="spoken">{why}</span>
      {state !== 'learnt' && <span class="faint">{text.costs(formatNumber(technology.Cost))}</span>}
    </button>
  );
}
