import type { CampObjectCells, CampRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { lookUp, nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import { kindsOf, type PlanObject, planOf, reachOf, storiesOf } from './plan.ts';
import './floor-plan.css';

/** The plan of the objects of a base; their kinds are told from the catalogue. */
export function usePlan({ Place }: Pick<CampRow, 'Place'>, objects: readonly CampObjectCells[]) {
  const hasCatalogue = lookUp('MapObjects', 'PalBoxV2') !== undefined;
  return useMemo(() => planOf(Place, objects), [Place, objects, hasCatalogue]);
}

/** The plan of a base from above: north is up, one story at a time or all of them. */
export function FloorPlan(props: {
  camp: Pick<CampRow, 'Place' | 'AreaRangeCm'>;
  /** Rows of `Objects` of the details of a base. */
  objects: readonly CampObjectCells[];
  /** Container of the storage whose contents are shown. */
  selected: string;
  onStorage: (containerId: string) => void;
}) {
  const { camp, objects, selected, onStorage } = props;
  const text = texts.value.plan;
  const plan = usePlan(camp, objects);
  const stories = storiesOf(plan);
  const story = useSignal(-1);
  const visible = story.value < 0 ? plan : plan.filter((object) => object.story === story.value);
  const below = story.value < 1 ? [] : plan.filter((object) => object.story === story.value - 1);
  const reach = reachOf(plan, camp.AreaRangeCm);
  const storyText = story.value < 0 ? text.allStories : text.story(formatNumber(story.value + 1));
  return (
    <figure class="floor-plan stack">
      {/* biome-ignore lint/a11y/useSemanticElements: fieldset is no element of SVG */}
      <svg viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} role="group" aria-label={text.title}>
        <circle class="plan-area" r={camp.AreaRangeCm} />
        <g class="plan-below">
          {below.map((object) => (
            <PlanMark key={object.id} object={object} />
          ))}
        </g>
        {visible.map((object) => (
          <PlanMark
            key={object.id}
            object={object}
            name={describe(object)}
            selected={object.containerId !== '' && object.containerId === selected}
            {...(object.kind === 'storage' &&
              object.containerId !== '' && { onOpen: () => onStorage(object.containerId) })}
          />
        ))}
        <path
          class="plan-north"
          transform={`translate(${reach * 0.93} ${-reach * 0.9}) scale(${reach * 0.05})`}
          d="M0-1 .6 1 0 .5-.6 1z"
        />
      </svg>
      <figcaption>
        {stories > 1 && (
          <label class="plan-story row">
            <span>{storyText}</span>
            <input
              type="range"
              min={-1}
              max={stories - 1}
              value={story.value}
              aria-label={text.stories}
              aria-valuetext={storyText}
              onInput={({ currentTarget: { valueAsNumber } }) => (story.value = valueAsNumber)}
            />
          </label>
        )}
        <Legend objects={visible} />
      </figcaption>
    </figure>
  );
}

function describe({ objectId, isHurt, isUnderConstruction, hp, maxHp }: PlanObject): string {
  const text = texts.value.plan;
  const name = nameOf('MapObjects', objectId);
  if (isUnderConstruction) return `${name} · ${text.underConstruction}`;
  return isHurt ? `${name} · ${text.hurt(formatNumber(hp), formatNumber(maxHp))}` : name;
}

function Legend({ objects }: { objects: readonly PlanObject[] }) {
  const text = texts.value.plan;
  const hurt = objects.filter(({ isHurt }) => isHurt).length;
  const unfinished = objects.filter(({ isUnderConstruction }) => isUnderConstruction).length;
  return (
    <ul class="plan-legend cluster">
      {kindsOf(objects).map(({ kind, count }) => (
        <li key={kind} data-kind={kind}>
          {text.kinds[kind]} <span class="faint">{formatNumber(count)}</span>
        </li>
      ))}
      {hurt > 0 && <li data-kind="hurt">{text.hurtCount(hurt)}</li>}
      {unfinished > 0 && <li data-kind="unfinished">{text.unfinishedCount(unfinished)}</li>}
    </ul>
  );
}

/** An object of the plan, turned as it was built. A storage that can be opened is a button. */
function PlanMark(props: {
  object: PlanObject;
  /** Its name; none for an object that only marks a place. */
  name?: string;
  selected?: boolean;
  onOpen?: () => void;
}) {
  const { object, name, selected = false, onOpen } = props;
  const { kind, footprint, outline, isHurt, isUnderConstruction } = object;
  const classes = ['plan-mark', footprint.level, isHurt && 'hurt', isUnderConstruction && 'unfinished'];
  const shape = { class: [...classes, selected && 'selected'].filter(Boolean).join(' '), 'data-kind': kind };
  const inside = (
    <>
      {name !== undefined && <title>{name}</title>}
      <path d={outline} />
    </>
  );
  if (onOpen === undefined) return <g {...shape}>{inside}</g>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
    <g
      {...shape}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={selected}
      onClick={onOpen}
      onKeyDown={(event: TargetedKeyboardEvent<SVGGElement>) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onOpen();
      }}
    >
      {inside}
    </g>
  );
}
