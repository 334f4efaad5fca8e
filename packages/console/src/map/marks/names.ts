import { nameOf, palName } from '../../data/catalogue.ts';
import { texts } from '../../texts/texts.ts';
import type { LyingNames } from './lying.ts';
import type { PlaceNames } from './places.ts';

/** Names of places, in the language of the page. */
export function placeNames(): PlaceNames {
  const { kinds } = texts.value.map;
  return {
    kind: (kind: string) => kinds[kind] ?? kind,
    subject(kind: string, subject: string) {
      if (subject === '') return '';
      return nameOf(kind === 'relic' ? 'Relics' : 'Bosses', subject);
    },
  };
}

/** Names of what lies about and of who was summoned, in the language of the page. */
export function thingNames(): LyingNames {
  return {
    pal: palName,
    item: (id: string) => nameOf('Items', id),
    object: (id: string) => nameOf('MapObjects', id),
  };
}
