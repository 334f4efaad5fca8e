import { hueOf } from '../../data/guild-hues.ts';
import { MAP_MARKS } from '../../glyphs/marks.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LOOKS } from '../draw/looks.ts';
import type { Mark } from '../marks/mark.ts';

/** What stands for a mark on the map, beside its name. */
export function MarkGlyph({ mark }: { mark: Mark }) {
  const { layer, guildId = '', done } = mark;
  const hue = guildId === '' || /^[0-]+$/.test(guildId) ? undefined : String(hueOf(guildId));
  return (
    <span
      class="map-glyph"
      data-layer={layer}
      data-done={done}
      style={hue === undefined ? {} : { '--hue': hue }}
      data-guild={hue !== undefined}
      aria-hidden="true"
    >
      {layer === 'online' || layer === 'offline' ? (
        <span class="map-dot" />
      ) : (
        <Icon shape={MAP_MARKS[LOOKS[layer].glyph]} size={16} />
      )}
    </span>
  );
}
