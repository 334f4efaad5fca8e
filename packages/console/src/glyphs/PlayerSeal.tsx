import type { JSX } from 'preact';
import { playerHue } from './hue.ts';
import { initialsOf } from './initials.ts';
import './glyphs.css';

/** The initials of a player on a hue of their own. The name stands beside it. */
export function PlayerSeal({
  uid,
  name,
  size = 28,
}: {
  uid: string;
  name: string;
  size?: number;
}): JSX.Element {
  return (
    <span
      class="player-seal"
      style={{ '--hue': String(playerHue(uid)), '--size': `${size}px` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
