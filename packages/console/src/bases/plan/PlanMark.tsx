import type { TargetedKeyboardEvent } from 'preact';
import type { PlanObject } from './plan.ts';

interface PlanMarkProps {
  object: PlanObject;
  /** What it is called; '' for what only shows where something is. */
  name: string;
  selected?: boolean;
  /** Opens the container of a storage. */
  onOpen?: (() => void) | undefined;
}

/** An object of the plan, turned as it was built. A storage that can be opened is a button. */
export function PlanMark({ object, name, selected = false, onOpen }: PlanMarkProps) {
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
