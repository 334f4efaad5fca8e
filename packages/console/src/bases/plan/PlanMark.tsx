import type { TargetedKeyboardEvent } from 'preact';
import type { Footprint } from './footprint.ts';
import type { PlanObject } from './plan.ts';

export interface PlanMarkProps {
  object: PlanObject;
  /** What it is called; '' for what only shows where something is. */
  name: string;
  selected?: boolean;
  /** Opens the container of a storage. */
  onOpen?: (containerId: string) => void;
}

/** An object of the plan, turned as it was built. A storage that can be opened is a button. */
export function PlanMark({ object, name, selected = false, onOpen }: PlanMarkProps) {
  const { kind, footprint, east, south, yaw, isHurt, isUnderConstruction, containerId } = object;
  const classes = ['plan-mark', footprint.level, isHurt && 'hurt', isUnderConstruction && 'unfinished'];
  const shape = {
    class: [...classes, selected && 'selected'].filter(Boolean).join(' '),
    'data-kind': kind,
    transform: `translate(${round(east)} ${round(south)}) rotate(${round(yaw)})`,
  };
  const inside = (
    <>
      {name !== '' && <title>{name}</title>}
      <path d={outline(footprint)} />
    </>
  );
  if (onOpen === undefined) return <g {...shape}>{inside}</g>;
  const open = () => onOpen(containerId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
    <g
      {...shape}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={selected}
      onClick={open}
      onKeyDown={(event: TargetedKeyboardEvent<SVGGElement>) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      }}
    >
      {inside}
    </g>
  );
}

/** The outline of a footprint about its middle: it faces up. */
export function outline({ across, along, shape }: Footprint): string {
  const [x, y] = [across / 2, along / 2];
  if (shape === 'disc') return `M${-x} 0a${x} ${y} 0 1 0 ${across} 0a${x} ${y} 0 1 0 ${-across} 0z`;
  if (shape === 'triangle') return `M${-x} ${-y}V${y}H${x}z`;
  return `M${-x} ${-y}H${x}V${y}H${-x}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
