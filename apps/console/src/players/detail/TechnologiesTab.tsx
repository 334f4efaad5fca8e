import { type PlayerDetails, type PlayerTechnologies, searchKey } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Check, Lock } from 'lucide';
import { useMemo } from 'preact/hooks';
import { nameOf } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { formatNumber } from '../../data/format.ts';
import { aboutPlayer } from '../../data/live.ts';
import { useReply } from '../../data/use-resource.ts';
import { OperatorIcon } from '../../glyphs/Seals.tsx';
import { Button, Icon } from '../../kit/Button.tsx';
import { SearchField } from '../../kit/Fields.tsx';
import { createSelection, type Selection } from '../../table/table-state.ts';
import { texts } from '../../texts/texts.ts';
import { WithCatalogue } from '../../views/CataloguePicker.tsx';
import { ActionButton, PlayerPart } from './ActionButton.tsx';
import { costOf, type TechnologyLevel, type TechnologyLine, technologyLevels } from './technology-levels.ts';
import './technologies.css';

export function TechnologiesTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const technologies = useReply('getPlayerTechnologies', { params: { uid } }, aboutPlayer(uid));
  return (
    <PlayerPart
      resource={technologies}
      unknown={text.unknownTechnologies}
      search={<SearchField label={text.findTechnology} bind={find} />}
    >
      {(value) => (
        <WithCatalogue rows={8}>
          {(catalogue) => (
            <Known
              technologies={value}
              details={details}
              find={find.value}
              all={catalogue.entries('Technologies')}
            />
          )}
        </WithCatalogue>
      )}
    </PlayerPart>
  );
}

function Known(props: {
  technologies: PlayerTechnologies;
  details: PlayerDetails;
  find: string;
  all: readonly CatalogueEntries['Technologies'][];
}) {
  const { technologies, details, find, all } = props;
  const text = texts.value.player;
  const selection = useMemo(() => createSelection<TechnologyLine>(({ technology }) => technology.ID), []);
  const key = searchKey(find);
  const levels = technologyLevels(
    all.filter(({ Level }) => typeof Level === 'number'),
    technologies,
    ({ ID, Name }) => searchKey(ID).includes(key) || searchKey(Name).includes(key),
  );
  const lines = levels.flatMap(({ ordinary, ancient }) => [...ordinary, ...ancient]);
  const picked = lines.filter(selection.has);
  return (
    <>
      <p>
        {text.learnedOf(formatNumber((technologies.Unlocked ?? []).length), formatNumber(all.length))}
        {technologies.TechnologyPoints !== undefined && (
          <span class="quiet">
            {' · '}
            {text.pointsLeft(
              formatNumber(technologies.TechnologyPoints),
              formatNumber(technologies.AncientTechnologyPoints ?? 0),
            )}
          </span>
        )}
      </p>
      <TechnologyRows levels={levels} selection={selection} />
      {picked.length > 0 && <TechnologyBar picked={picked} details={details} onClear={selection.clear} />}
    </>
  );
}

function TechnologyBar(props: {
  picked: readonly TechnologyLine[];
  details: PlayerDetails;
  onClear: () => void;
}) {
  const { picked, details, onClear } = props;
  const text = texts.value.player;
  const { points, ancientPoints } = costOf(picked);
  const idsOf = (areLearned: boolean) =>
    picked.filter(({ state }) => (state === 'learned') === areLearned).map(({ technology }) => technology.ID);
  const button = (action: 'learn' | 'forget', technologies: readonly string[]) =>
    technologies.length > 0 && (
      <ActionButton
        action={action}
        player={details.Player}
        draft={{ technologies }}
        text={text[action](formatNumber(technologies.length))}
        kind={action === 'forget' ? 'danger' : 'plain'}
      />
    );
  return (
    <div class="technology-bar floating cluster" role="status">
      <strong>{texts.value.table.chosen(formatNumber(picked.length))}</strong>
      <span class="quiet">
        {[points > 0 && text.cost(points), ancientPoints > 0 && text.ancientCost(ancientPoints)]
          .filter(Boolean)
          .join(', ')}
      </span>
      <span class="cluster at-end">
        {button('learn', idsOf(false))}
        {button('forget', idsOf(true))}
        <Button kind="bare" onClick={onClear}>
          {texts.value.table.clear}
        </Button>
      </span>
    </div>
  );
}

/** Technologies by level, ordinary ones beside ancient ones. A level's button chooses all of it. */
function TechnologyRows(props: { levels: readonly TechnologyLevel[]; selection: Selection<TechnologyLine> }) {
  const { levels, selection } = props;
  const text = texts.value.player;
  return (
    <div class="technologies box">
      <div class="technology-head note" aria-hidden="true">
        <span>{texts.value.players.columns.level}</span>
        <span>{text.ordinary}</span>
        <span>{text.ancientTechnologies}</span>
      </div>
      {levels.map(({ level, ordinary, ancient }) => {
        const visible = [...ordinary, ...ancient].filter(({ isShown }) => isShown);
        const isAll = visible.every(selection.has);
        const title = texts.value.palDetails.level(formatNumber(level));
        return (
          <section key={level} class="technology-level" aria-label={title}>
            <button
              type="button"
              aria-pressed={isAll}
              aria-label={text.chooseLevel(formatNumber(level))}
              onClick={() => (isAll ? visible.forEach(selection.toggle) : selection.add(visible))}
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
                      isChosen={selection.has(line)}
                      onToggle={() => selection.toggle(line)}
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

function Cell(props: { line: TechnologyLine; isChosen: boolean; onToggle: () => void }) {
  const { line, isChosen, onToggle } = props;
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
      onClick={onToggle}
    >
      {state === 'learned' && <Icon shape={Check} size={14} />}
      {(state === 'level' || state === 'requires') && <Icon shape={Lock} size={14} />}
      <OperatorIcon kind="technologies" id={technology.ID} size={20} />
      <span class="truncate">{technology.Name || technology.ID}</span>
      <span class="spoken">{why}</span>
      {state !== 'learned' && <span class="faint">{text.costs(formatNumber(technology.Cost))}</span>}
    </button>
  );
}
