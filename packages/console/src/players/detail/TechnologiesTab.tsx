import './technologies.css';
import { type PlayerDetails, type PlayerTechnologies, searchKey } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Check from 'lucide/dist/esm/icons/check.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import { nameOf } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { formatNumber } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { WithCatalogue } from '../../faces/WithCatalogue.tsx';
import { GivenIcon } from '../../glyphs/GivenIcon.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';
import { costOf, type TechnologyLevel, type TechnologyLine, technologyLevels } from './technology-levels.ts';

/** What a player has learnt, level by level, and what they could learn. */
export function TechnologiesTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const technologies = useResource(
    (signal) => client().getPlayerTechnologies({ params: { uid }, signal }),
    [uid],
  );
  useTouch(technologies, (event) => playersOf(event).includes(uid));
  return (
    <>
      <div class="tab-tools">
        <SearchField
          label={text.findTechnology}
          value={find.value}
          onInput={(value) => assign(find, value)}
        />
        <Age of={technologies} />
      </div>
      <Faces
        of={technologies}
        rows={8}
        unknown={({ Known }) => (Known ? undefined : text.unknownTechnologies)}
      >
        {(known) => (
          <WithCatalogue rows={8}>
            {(catalogue) => (
              <Known
                known={known}
                details={details}
                find={find.value}
                all={catalogue.entries('Technologies')}
              />
            )}
          </WithCatalogue>
        )}
      </Faces>
    </>
  );
}

interface KnownProps {
  known: PlayerTechnologies;
  details: PlayerDetails;
  find: string;
  all: readonly CatalogueEntries['Technologies'][];
}

function Known({ known, details, find, all }: KnownProps) {
  const text = texts.value.player;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const key = searchKey(find);
  const levels = technologyLevels(
    all.filter(({ Level }) => typeof Level === 'number'),
    known,
    ({ ID, Name }) => searchKey(ID).includes(key) || searchKey(Name).includes(key),
  );
  const lines = levels.flatMap(({ ordinary, ancient }) => [...ordinary, ...ancient]);
  const picked = lines.filter(({ technology }) => chosen.value.has(technology.ID));
  return (
    <>
      <p class="technology-sum">
        {text.learntOf(formatNumber((known.Unlocked ?? []).length), formatNumber(all.length))}
        {known.TechnologyPoints !== undefined && (
          <span class="quiet">
            {' · '}
            {text.pointsLeft(
              formatNumber(known.TechnologyPoints),
              formatNumber(known.AncientTechnologyPoints ?? 0),
            )}
          </span>
        )}
      </p>
      <TechnologyRows levels={levels} chosen={chosen.value} onChoose={(next) => assign(chosen, next)} />
      {picked.length > 0 && (
        <TechnologyBar picked={picked} details={details} onClear={() => assign(chosen, new Set())} />
      )}
    </>
  );
}

interface TechnologyBarProps {
  picked: readonly TechnologyLine[];
  details: PlayerDetails;
  onClear: () => void;
}

/** What a choice of technologies costs in the game, and what can be done with it. */
function TechnologyBar({ picked, details, onClear }: TechnologyBarProps) {
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

interface TechnologyRowsProps {
  levels: readonly TechnologyLevel[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Technologies by level, ordinary ones beside ancient ones. A level's button chooses all of it. */
function TechnologyRows({ levels, chosen, onChoose }: TechnologyRowsProps) {
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
