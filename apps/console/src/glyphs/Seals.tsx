import type { ComponentChildren } from 'preact';
import { dropIcon, type IconKind, operatorIcon } from './operator-icons.ts';
import { ELEMENTS, elementOf, hashOf, initialsOf, pathData } from './shapes.ts';
import './glyphs.css';

/** Patterns of a tile in the grid of 40, each by path data that is filled. */
const PATTERNS = [
  'M0 0h20v20H0zM20 20h20v20H20z',
  'M0 40 40 0v14L14 40zM0 12 12 0h-12z',
  'M0 20a20 20 0 0 1 40 0z',
  'M20 0 40 20 20 40 0 20z',
  'M0 0h40L20 20zM0 40h40L20 20z',
  'M0 0h10v40H0zM20 0h10v40H20z',
  'M0 30c8-10 14-10 20 0s12 10 20 0v10H0z',
  'M20 4a16 16 0 1 0 0 32 16 16 0 1 0 0-32zm0 8a8 8 0 1 1 0 16 8 8 0 1 1 0-16z',
] as const;

const SIZE = 32;

interface PalSealProps {
  species: string;
  element: string | undefined;
  /** Number in the Paldeck; '' for none. */
  deck?: number | '';
  size?: number;
}

/** The operator's icon of a species, else its seal. The name is beside it. */
export function PalSeal(props: PalSealProps) {
  return (
    <OperatorIcon kind="pals" id={props.species} size={props.size ?? SIZE}>
      <Seal {...props} />
    </OperatorIcon>
  );
}

/** A tile that is the same for a species wherever it is shown: its element on its own pattern, and its number. */
function Seal({ species, element, deck = '', size = SIZE }: PalSealProps) {
  const shape = elementOf(element);
  const hash = hashOf(species.toLowerCase());
  const turn = ((hash >>> 8) % 4) * 90;
  return (
    <svg class="seal" data-element={shape} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect class="ground" width="40" height="40" rx="7" />
      <path class="pattern" d={PATTERNS[hash % PATTERNS.length]} transform={`rotate(${turn} 20 20)`} />
      <g class="mark" transform="translate(8 8)">
        <path d={pathData(ELEMENTS[shape])} />
      </g>
      {deck !== '' && size >= 40 && (
        <text x="37" y="37">
          {deck}
        </text>
      )}
    </svg>
  );
}

/** The initials of a player on their own hue. The name is beside it. */
export function PlayerSeal({ uid, name, size = 28 }: { uid: string; name: string; size?: number }) {
  return (
    <span
      class="player-seal"
      style={{ '--hue': String(hashOf(uid.toLowerCase()) % 360), '--size': `${size}px` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

/** The icon that the operator has given for an id, else the glyph. Its name is beside it. */
export function OperatorIcon(props: {
  kind: IconKind;
  id: string;
  size: number;
  children?: ComponentChildren;
}) {
  const { kind, id, size, children } = props;
  const address = operatorIcon(kind, id);
  if (address === undefined) return <>{children}</>;
  return (
    <img
      class="given-icon"
      src={address}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => dropIcon(address)}
    />
  );
}
