import type { WorldFacts } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { int32 } from '../state/wire-format.ts';
import { isoTime } from './player-row.ts';

/** What the world is and how much is in it. The counts follow the tables, and none is counted anew. */
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
      ...charactersByKind(
        world.speciesCounts.entries(),
        (species) => catalogue.pals.find(species) !== undefined,
      ),
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

/** What is no Pal of the catalogue is a person, or of a mod. */
function charactersByKind(
  species: Iterable<readonly [species: string, count: number]>,
  isPal: (species: string) => boolean,
): Pick<WorldFacts['Counts'], 'Pals' | 'Humans'> {
  const counts = { Pals: 0, Humans: 0 };
  for (const [id, count] of species) counts[isPal(id) ? 'Pals' : 'Humans'] += count;
  return counts;
}
