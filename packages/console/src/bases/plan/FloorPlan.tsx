import type { CampDetailsReply, CampObjectCells } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { lookUp, nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import './floor-plan.css';
import { PlanMark } from './PlanMark.tsx';
import { kindsOf, type PlanObject, planOf, reachOf, storeysOf } from './plan.ts';

export interface FloorPlanProps {
  camp: Pick<CampDetailsReply['Camp'], 'Place' | 'AreaRangeCm'>;
  /** Rows of `Objects` of the details of a base. */
  objects: readonly CampObjectCells[];
  /** Container of the storage whose contents are shown. */
  selected?: string;
  /** A storage was chosen: its container. */
  onStorage?: (containerId: string) => void;
}

/** The plan of a base from above: north is up, one storey at a time or all of them. */
export function FloorPlan({ camp, objects, selected, onStorage }: FloorPlanProps) {
  const text = texts.value.plan;
  const menuOf = (objectId: string) => lookUp('MapObjects', objectId)?.Menu ?? '';
  const known = lookUp('MapObjects', 'PalBoxV2') !== undefined; // kinds are told from the catalogue
  const plan = useMemo(() => planOf(camp.Place, objects, menuOf), [camp, objects, known]);
  const storeys = storeysOf(plan);
  const storey = useSignal(-1);
  const shown = storey.value < 0 ? plan : plan.filter((object) => object.storey === storey.value);
  const below = storey.value < 1 ? [] : plan.filter((object) => object.storey === storey.value - 1);
  const reach = reachOf(plan, camp.AreaRangeCm);
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
        {shown.map((object) => (
          <PlanMark
            key={object.id}
            object={object}
            name={describe(object)}
            selected={object.containerId !== '' && object.containerId === selected}
            {...(object.kind === 'storage' &&
              object.containerId !== '' &&
              onStorage && { onOpen: onStorage })}
          />
        ))}
        <NorthArrow reach={reach} />
      </svg>
      <figcaption>
        {storeys > 1 && (
          <label class="plan-storey">
            <span>{storey.value < 0 ? text.allStoreys : text.storey(formatNumber(storey.value + 1))}</span>
            <input
              type="range"
              min={-1}
              max={storeys - 1}
              value={storey.value}
              aria-label={text.storeys}
              aria-valuetext={
                storey.value < 0 ? text.allStoreys : text.storey(formatNumber(storey.value + 1))
              }
              onInput={({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
                storey.value = Number(currentTarget.value);
              }}
            />
          </label>
        )}
        <Legend objects={shown} />
      </figcaption>
    </figure>
  );
}

/** What an object is called, with what is wrong with it. */
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

function NorthArrow({ reach }: { reach: number }) {
  const [x, y, size] = [reach * 0.93, -reach * 0.9, reach * 0.05];
  return (
    <g class="plan-north">
      <path
        d={`M${x} ${y - size} ${x + size * 0.6} ${y + size} ${x} ${y + size * 0.5} ${x - size * 0.6} ${y + size}z`}
      />
    </g>
  );
}
