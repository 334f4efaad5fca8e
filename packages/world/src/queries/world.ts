import { sentence, type WorldFacts } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { GameContext } from '../state/game-context.ts';
import { int32 } from '../state/wire-format.ts';
import { isoTime } from './player-row.ts';
import { perWorld } from './query.ts';

const COUNTED = words('accounts sessions players guilds camps characters containers mapObjects');

const cacheOf = perWorld<GameContext, { last?: { version: number; survey: Survey; facts: WorldFacts } }>(
  () => ({}),
);

/** Facts and counts of the world: the same object until one of them changes, so that its response can be cached. */
export function worldFacts(game: GameContext): WorldFacts {
  const { world } = game;
  const cache = cacheOf(game);
  const version = COUNTED.reduce((sum, name) => sum + world[name].version, 0);
  if (cache.last?.version !== version || cache.last.survey !== world.survey)
    cache.last = { version, survey: world.survey, facts: factsNow(game) };
  return cache.last.facts;
}

/** The counts follow the tables; nothing is counted here. */
function factsNow({ world, catalogue, attached }: GameContext): WorldFacts {
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
    Warnings: warnings.map(({ kind, file, place, message }) => ({
      File: file,
      Place: place,
      ...(kind === undefined ? { Message: message } : sentence(`import.${kind}`, { message })),
    })),
  };
}

/** A species outside the Pals of the catalogue is a person, or from a mod. */
function charactersByKind({ world, catalogue }: Pick<GameContext, 'world' | 'catalogue'>) {
  const counts = { Pals: 0, Humans: 0 };
  for (const species of world.charactersBySpecies.groups()) {
    const kind = catalogue.pals.find(species) === undefined ? 'Humans' : 'Pals';
    counts[kind] += world.charactersBySpecies.keys(species).size;
  }
  return counts;
}
