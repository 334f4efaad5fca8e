import type { CampRow } from '@palatine/contract';
import type { BaseTarget } from '../actions/action.ts';
import { nameOf } from '../data/catalogue.ts';
import { formatPlace } from '../data/format.ts';
import { givenGuildName } from '../data/guild-name.ts';
import { mapHref } from '../faces/map-href.ts';
import { texts } from '../texts/texts.ts';

/** Where a base stands: near what, and its coordinates as players read them, which lead to the map. */
export function Where({ camp: { Near, Place } }: { camp: Pick<CampRow, 'Near' | 'Place'> }) {
  return (
    <span class="where">
      {Near !== undefined && <>{texts.value.bases.near(nameOf('Places', Near.Id))} · </>}
      <a class="mono" href={mapHref(Place)} tabIndex={-1}>
        {formatPlace(Place)}
      </a>
    </span>
  );
}

/** A base as an action names it: by its guild, or the head of a nameless one, and its place. */
export function baseTarget({ Id, GuildName, HeadName, Place }: CampRow): BaseTarget {
  const name = texts.value.bases.called(givenGuildName(GuildName) || HeadName, formatPlace(Place));
  return { kind: 'base', id: Id, name };
}
