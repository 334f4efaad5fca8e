import { FaultInjector, type GameContext } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { dataPaths } from '../data-folder/data-folder.ts';
import { type ArchivingFiles, operatorFiles } from '../data-folder/operator-files.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { GameData } from './protocol.ts';

/** What a game loop does not take from the machine itself, so that a test needs no sleep and a replay is exact. */
export interface GameEnvironment {
  clock: Clock;
  /** 0 <= r < 1. */
  random: () => number;
  /** A new GUID, 8-8-8-8 upper case. */
  newId: () => string;
  /** Maximum messages per batch. */
  batchSize: number;
}

/** The operator's files as commands read and write them. */
export function filesOf({ dataFolder, templatesFolder, importRulesFolder }: GameData): ArchivingFiles {
  return operatorFiles({ data: dataFolder, templates: templatesFolder, importRules: importRulesFolder });
}

/** The context of queries and commands over the world of a store. */
export function contextOf(
  data: GameData,
  store: Store,
  files: GameContext['files'],
  { clock, random, newId }: GameEnvironment,
): GameContext {
  return {
    world: store.load(),
    catalogue: openCatalogue(dataPaths(data.dataFolder)),
    rules: data.settings.config,
    now: () => clock.now(),
    random,
    newId,
    files,
    faults: new FaultInjector(),
    attached: data.attached !== undefined,
  };
}
