import { getSeries, type HealthDetails, type WorldReply } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { Tile, Tiles } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Sparkline } from './Sparkline.tsx';
import { changeOf, valuesOf } from './series-query.ts';

/** The figures of the moment. `health` is undefined for a token that may not read it, and until it has come. */
export function OverviewTiles(props: { world: WorldReply; health: HealthDetails | undefined }): JSX.Element {
  const { world, health } = props;
  const text = texts.value.overview;
  const { Counts } = world;
  const recent = useResource(async (signal) =>
    may(getSeries) ? client().call(getSeries, { query: { Names: 'online', Points: 60 }, signal }) : undefined,
  );
  const values = recent.value.value === undefined ? [] : valuesOf(recent.value.value, 'online');
  const change = changeOf(values);
  const signed = change === undefined ? '' : `${change > 0 ? '+' : ''}${formatNumber(change)}`;
  return (
    <Tiles>
      <Tile
        label={text.online}
        value={
          <>
            {formatNumber(Counts.Online)} <Sparkline values={values} />
          </>
        }
        note={
          change === undefined || change === 0
            ? text.ofKnown(formatNumber(Counts.Accounts))
            : `${text.ofKnown(formatNumber(Counts.Accounts))} · ${text.change(signed)}`
        }
        href={hrefOf('/players', { status: 'Online' })}
      />
      <Tile label={text.guilds} value={formatNumber(Counts.Guilds)} href={hrefOf('/guilds')} />
      <Tile
        label={text.bases}
        value={formatNumber(Counts.Camps)}
        note={text.basesNote(formatNumber(Counts.MapObjects))}
        href={hrefOf('/bases')}
      />
      <Tile
        label={text.pals}
        value={formatNumber(Counts.Pals)}
        note={text.palsNote(formatNumber(Counts.Humans))}
        href={hrefOf('/pals')}
      />
      {health !== undefined && <HealthTiles of={health} />}
    </Tiles>
  );
}

function HealthTiles({ of: { Game, Queue, Answers } }: { of: HealthDetails }): JSX.Element {
  const text = texts.value.overview;
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : texts.value.health.ms(formatNumber(value, value < 10 ? 1 : 0));
  return (
    <>
      <Tile
        label={text.game}
        value={ms(Game.StepP95Ms ?? Game.HoldP95Ms)}
        note={text.gameNote(formatNumber(Queue.Depth), formatNumber(Queue.Limit))}
        href={hrefOf('/health')}
      />
      <Tile
        label={text.answers}
        value={ms(Answers.P95Ms)}
        note={Answers.ErrorsLastHour === undefined ? undefined : text.answersNote(Answers.ErrorsLastHour)}
        href={hrefOf('/health')}
      />
    </>
  );
}
