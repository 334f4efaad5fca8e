import Gamepad from 'lucide/dist/esm/icons/gamepad-2.mjs';
import Laptop from 'lucide/dist/esm/icons/laptop.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import { Icon, type IconShape } from '../kit/Icon.tsx';

const ICONS: Readonly<Record<string, IconShape>> = {
  Steam: Monitor,
  Xbox: Gamepad,
  PS5: Gamepad,
  Mac: Laptop,
};

/** What somebody plays on, as a small icon with a word for the ear; nothing where nobody knows it. */
export function Platform({ name }: { name: string }) {
  const shape = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (shape === undefined) return null;
  return (
    <span class="faint" title={name}>
      <Icon shape={shape} size={14} />
      <span class="spoken">{name}</span>
    </span>
  );
}
