import { type PlayerDetails, searchCamps } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatPlace } from '../../data/format.ts';
import { useResource } from '../../data/use-resource.ts';
import { mapHref } from '../../faces/map-href.ts';
import { MiniMap } from '../../ground/MiniMap.tsx';
import { Card } from '../../kit/Layout.tsx';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

/** More bases than a guild can have. */
const MOST_BASES = 100;

/** Where a player is or was last, with the bases of their guild; nothing where the world knows no place. */
export function WhereCard({ details: { Player } }: { details: PlayerDetails }): JSX.Element | null {
  const text = texts.value.player;
  const { Place, GuildId = '' } = Player;
  const camps = useResource(
    async (signal) =>
      GuildId === '' || !may(searchCamps)
        ? []
        : (await client().searchCamps({ query: { Guild: GuildId, Limit: MOST_BASES }, signal })).Rows,
    [GuildId],
  );
  if (Place === undefined) return null;
  const bases = (camps.value.value ?? []).map((camp) => ({
    x: camp.Place.X,
    y: camp.Place.Y,
    guildId: camp.GuildId,
    areaCm: camp.AreaRangeCm,
  }));
  const place = formatPlace(Place);
  const label = text.where(place, bases.length);
  const picture = (
    <MiniMap place={{ x: Place.X, y: Place.Y }} guildId={GuildId} bases={bases} label={label} />
  );
  return (
    <Card title={Player.Online ? text.isHere : text.wasHere} note={place} flush>
      {may(searchCamps) ? <a href={mapHref(Place)}>{picture}</a> : picture}
    </Card>
  );
}
