import { initialsOf } from './initials.ts';
import './glyphs.css';
import { hashOf } from './hash.ts';

/** The initials of a player on a hue of their own. The name stands beside it. */
export function PlayerSeal({ uid, name, size = 28 }: { uid: string; name: string; size?: number }) {
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

function playerHue(uid: string): number {
  return hashOf(uid.toLowerCase()) % 360;
}
