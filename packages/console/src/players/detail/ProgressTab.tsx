import type { PlayerDetails, PlayerProgress } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { WithCatalogue } from '../../faces/WithCatalogue.tsx';
import { Card, Columns, Facts } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';
import { BossTicks } from './BossTicks.tsx';
import { Captures } from './Captures.tsx';
import { ExpBar } from './ExpBar.tsx';
import { FoundPlaces } from './FoundPlaces.tsx';
import './progress.css';
import { statusPointLines } from './status-points.ts';

/** How far a player has come. */
export function ProgressTab({ details }: { details: PlayerDetails }): JSX.Element {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const progress = useResource((signal) => client().getPlayerProgress({ params: { uid }, signal }), [uid]);
  useTouch(progress, (event) => playersOf(event).includes(uid));
  return (
    <>
      <div class="tab-tools">
        <Age of={progress} />
        <span class="toolbar-end">
          <a class="button plain" href={hrefOf('/map', { progress: uid })}>
            {text.missingOnMap}
          </a>
          <ActionButton
            action="giveProgress"
            target={playerTarget(details.Player)}
            text={text.giveProgress}
          />
        </span>
      </div>
      <Faces of={progress} rows={8} unknown={({ Known }) => (Known ? undefined : text.unknownProgress)}>
        {(found) => (
          <>
            <Columns>
              <Level found={found} details={details} />
              <FoundPlaces found={found} />
            </Columns>
            <WithCatalogue>
              {() =>
                (['tower', 'raid', 'alpha', 'bounty'] as const).map((kind) => (
                  <BossTicks key={kind} progress={found} kind={kind} />
                ))
              }
            </WithCatalogue>
            <Columns>
              <Captures progress={found} />
              <Activities found={found} />
            </Columns>
          </>
        )}
      </Faces>
    </>
  );
}

function Level({ found, details }: { found: PlayerProgress; details: PlayerDetails }): JSX.Element {
  const text = texts.value.player;
  const { Player, Currencies } = found;
  return (
    <Card title={text.levelAndPoints}>
      <Facts
        of={[
          [texts.value.players.columns.level, Player && formatNumber(Player.Level)],
          [text.exp, <ExpBar key="exp" details={details} />],
          [text.unusedPoints, Player && formatNumber(Player.UnusedStatusPoints)],
          ...statusPointLines(Player?.StatusPoints ?? {}, text),
          [text.tiles.technologyPoints, Currencies && formatNumber(Currencies.technologyPoints)],
          [text.ancientPoints, Currencies && formatNumber(Currencies.ancientTechnologyPoints)],
        ]}
      />
    </Card>
  );
}

function Activities({ found: { Activities: done, Bosses } }: { found: PlayerProgress }): JSX.Element {
  const text = texts.value.player.activities;
  const sum = (counts: Readonly<Record<string, number>>) =>
    formatNumber(Object.values(counts).reduce((total, count) => total + count, 0));
  return (
    <Card title={text.title}>
      <Facts
        of={[
          [text.dungeons, done && formatNumber(done.normalDungeonClearCount + done.fixedDungeonClearCount)],
          [text.oilRigs, done && formatNumber(done.oilrigClearCount)],
          [text.camps, done && formatNumber(done.campConqueredCount)],
          [text.treasures, done && formatNumber(done.foundTreasureCount)],
          [text.arena, done && sum(done.arenaSoloClearCounts)],
          [text.fishing, done && sum(done.fishingCounts)],
          [text.crafted, done && sum(done.craftItemCounts)],
          [text.condensed, done && sum(done.palRankUpCounts)],
          [text.talks, done && sum(done.npcTalkCounts)],
          [text.predators, Bosses && formatNumber(Bosses.predatorDefeatCount)],
        ]}
      />
    </Card>
  );
}
