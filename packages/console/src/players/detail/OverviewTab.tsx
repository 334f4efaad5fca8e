import { getPastEvents, getPlayerPals, type PlayerDetails } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatDuration, formatNumber, formatPlace, formatWorldPlace } from '../../data/format.ts';
import { useResource } from '../../data/use-resource.ts';
import { mapHref } from '../../faces/map-href.ts';
import { Unknown } from '../../faces/Unknown.tsx';
import { Card, Columns, Facts, Tile, Tiles } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { ExpBar } from './ExpBar.tsx';
import { LastEvents } from './LastEvents.tsx';
import { LastSessions } from './LastSessions.tsx';
import { bossTally, captureTally } from './progress-facts.ts';
import { statusPointLines } from './status-points.ts';
import { Team } from './Team.tsx';
import { WhereCard } from './WhereCard.tsx';

/** The first look at a player. */
export function OverviewTab({ details }: { details: PlayerDetails }): JSX.Element {
  const text = texts.value.player;
  const { Player, HP, MaxHP, StatusPoints, UnusedStatusPoints } = details;
  const uid = Player.Uid;
  const progress = useResource((signal) => client().getPlayerProgress({ params: { uid }, signal }), [uid]);
  const known = progress.value.value;
  const bosses = known === undefined ? undefined : bossTally(known);
  const captures = known === undefined ? undefined : captureTally(known);
  const points = known?.Currencies;
  const part = (tab: string) => hrefOf(`/players/${uid}/${tab}`);
  return (
    <>
      <Tiles>
        <Tile
          label={text.tiles.pals}
          value={Player.PalCount === undefined ? <Unknown /> : formatNumber(Player.PalCount)}
          href={part('pals')}
        />
        <Tile
          label={text.tiles.species}
          value={captures === undefined ? <Unknown /> : formatNumber(captures.species)}
          note={captures && text.caught(formatNumber(captures.caught))}
          href={part('progress')}
        />
        <Tile
          label={text.tiles.towers}
          value={
            bosses === undefined ? <Unknown /> : text.of(formatNumber(bosses.done), formatNumber(bosses.all))
          }
          href={part('progress')}
        />
        <Tile
          label={text.tiles.technologyPoints}
          value={points === undefined ? <Unknown /> : formatNumber(points.technologyPoints)}
          note={points && text.ancient(formatNumber(points.ancientTechnologyPoints))}
          href={part('technologies')}
        />
        <Tile
          label={texts.value.players.columns.playtime}
          value={
            Player.PlaytimeSeconds === undefined ? <Unknown /> : formatDuration(Player.PlaytimeSeconds * 1000)
          }
          note={text.sinceRecorded}
          href={part('history')}
        />
      </Tiles>
      {may(getPlayerPals) && <Team uid={uid} />}
      <Columns>
        <Card title={text.facts}>
          <Facts
            of={[
              [text.exp, <ExpBar key="exp" details={details} />],
              [
                text.hp,
                HP === undefined ? (
                  <Unknown key="hp" />
                ) : MaxHP === undefined ? (
                  formatNumber(HP)
                ) : (
                  text.hpOf(formatNumber(HP), formatNumber(MaxHP))
                ),
              ],
              [
                text.place,
                Player.Place === undefined ? (
                  <Unknown key="place" />
                ) : (
                  <span key="place">
                    <a href={mapHref(Player.Place)}>{formatPlace(Player.Place)}</a>{' '}
                    <span class="faint mono">{formatWorldPlace(Player.Place)}</span>
                  </span>
                ),
              ],
              [
                text.unusedPoints,
                UnusedStatusPoints === undefined ? undefined : formatNumber(UnusedStatusPoints),
              ],
              ...statusPointLines(StatusPoints ?? {}, text),
            ]}
          />
        </Card>
        <WhereCard details={details} />
        <LastSessions uid={uid} />
        {may(getPastEvents) && <LastEvents uid={uid} />}
      </Columns>
    </>
  );
}
