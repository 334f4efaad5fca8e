import type { CampObjectCells, CampRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { lookUp, nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import './floor-plan.css';
import { kindsOf, type PlanObject, planOf, reachOf, storeysOf } from './plan.ts';

/** The plan of the objects of a base; their kinds are told from the catalogue. */
export function usePlan(
  { Place }: Pick<CampRow, 'Place'>,
  objects: readonly CampObjectCells[],
): PlanObject[] {
  const hasCatalogue = lookUp('MapObjects', 'PalBoxV2') !== undefined;
  return useMemo(
    () => planOf(Place, objects, (objectId) => lookUp('MapObjects', objectId)?.Menu ?? ''),
    [Place, objects, hasCatalogue],
  );
}

interface FloorPlanProps {
  camp: Pick<CampRow, 'Place' | 'AreaRangeCm'>;
  /** Rows of `Objects` of the details of a base. */
  objects: readonly CampObjectCells[];
  /** Container of the storage whose contents are shown. */
  selected: string;
  onStorage: (containerId: string) => void;
}

/** The plan of a base from above: north is up, one storey at a time or all of them. */
export function FloorPlan({ camp, objects, selected, onStorage }: FloorPlanProps) {
  const text = texts.value.plan;
  const plan = usePlan(camp, objects);
  const storeys = storeysOf(plan);
  const storey = useSignal(-1);
  const visible = storey.value < 0 ? plan : plan.filter((object) => object.storey === storey.value);
  const below = storey.value < 1 ? [] : plan.filter((object) => object.storey === storey.value - 1);
  const reach = reachOf(plan, camp.AreaRangeCm);
  const storeyText = storey.value < 0 ? text.allStoreys : text.storey(formatNumber(storey.value + 1));
  return (
    <figure class="floor-plan">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no field set */}
      <svg viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} role="group" aria-label={text.title}>
        <circle class="plan-area" r={camp.AreaRangeCm} />
        <g class="plan-below">
          {below.map((object) => (
            <PlanMark key={object.id} object={object} name="" />
          ))}
        </g>
        {visible.map((object) => (
          <PlanMark
            key={object.id}
            object={object}
            name={describe(object)}
            selected={object.containerId !== '' && object.containerId === selected}
            onOpen={
              object.kind === 'storage' && object.containerId !== ''
                ? () => onStorage(object.containerId)
                : undefined
            }
          />
        ))}
        <path
          class="plan-north"
          transform={`translate(${reach * 0.93} ${-reach * 0.9}) scale(${reach * 0.05})`}
          d="M0-1 .6 1 0 .5-.6 1z"
        />
      </svg>
      <figcaption>
        {storeys > 1 && (
          <label class="plan-storey">
            <span>{storeyText}</span>
            <input
              type="range"
              min={-1}
              max={storeys - 1}
              value={storey.value}
              aria-label={text.storeys}
              aria-valuetext={storeyText}
              onInput={({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
                storey.value = Number(currentTarget.value);
              }}
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
    <ul class="plan-legend">
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

interface PlanMarkProps {
  object: PlanObject;
  /** Its name; '' for an object that only marks a place. */
  name: string;
  selected?: boolean;
  onOpen?: (() => void) | undefined;
}

/** An object of the plan, turned as it was built. A storage that can be opened is a button. */
function PlanMark({ object, name, selected = false, onOpen }: PlanMarkProps) {
  const { kind, footprint, outline, isHurt, isUnderConstruction } = object;
  const classes = ['plan-mark', footprint.level, isHurt && 'hurt', isUnderConstruction && 'unfinished'];
  const shape = { class: [...classes, selected && 'selected'].filter(Boolean).join(' '), 'data-kind': kind };
  const inside = (
    <>
      {name !== '' && <title>{name}</title>}
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
