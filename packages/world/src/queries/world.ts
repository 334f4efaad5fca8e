import type { WorldFacts } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { int32 } from '../state/wire-format.ts';
import { isoTime } from './player-row.ts';

/** Facts and counts of the world. The counts follow the tables; nothing is counted per call. */
export function worldFacts({ world, catalogue, attached }: GameContext): WorldFacts {
  const { name, origin, createdAtMs } = world.info;
  const { accounts, sessions, players, guilds, camps, containers, mapObjects } = world;
  return {
    Name: name,
    Kind: attached === true ? 'Attached' : origin === 'demo' ? 'Demo' : 'Import',
    ImportedAt: isoTime(createdAtMs),
    ...surveyFields(world.survey),
    Counts: {
      Accounts: accounts.size,
      Online: sessions.size,
      // Each player has an account (check-world.ts).
      WithoutPlayerFile: accounts.size - players.size,
      Guilds: guilds.size,
      Camps: camps.size,
      ...charactersByKind({ world, catalogue }),
      Containers: containers.size,
      MapObjects: mapObjects.size,
    },
  };
}

type Survey = GameContext['world']['survey'];

function surveyFields(survey: Survey): Pick<WorldFacts, 'Warnings'> & Partial<WorldFacts> {
  if (survey === null) return { Warnings: [] };
  const { savedAtMs, gameBuild, inGameDay, inGameSeconds, warnings } = survey;
  return {
    ...(savedAtMs !== null && { SavedAt: isoTime(savedAtMs) }),
    ...(gameBuild > 0 && { GameBuild: gameBuild }),
    ...(inGameDay > 0 && { InGameDay: int32(inGameDay) }),
    GameTimeSeconds: inGameSeconds,
    Warnings: warnings.map(({ file, place, message }) => ({ File: file, Place: place, Message: message })),
  };
}

/** A species outside the Pals of the catalogue is a person, or from a mod. */
function charactersByKind({ world, catalogue }: Pick<GameContext, 'world' | 'catalogue'>) {
  const counts = { Pals: 0, Humans: 0 };
  for (const [species, count] of world.speciesCounts.entries()) {
    counts[catalogue.pals.find(species) === undefined ? 'Humans' : 'Pals'] += count;
  }
  return counts;
}
