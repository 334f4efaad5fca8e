import type { FailingWork } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { defaultsOf } from '@palatine/platform/schema-problems';
import type { Static } from 'typebox';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { World } from './world.ts';

/** The settings of Config.json that concern the game; the server has further ones. */
export const GameRules = Type.Object({
  playerResolution: Type.Enum(['Online', 'Known'], { default: 'Online' }),
  /** Matched without regard to case. */
  bannedTechnologies: Type.Array(Type.String(), { default: [] }),
  bannedMessage: Type.String({ default: 'You are banned from this server.' }),
  announcePunishments: Type.Boolean({ default: false }),
  unknownIds: Type.Enum(['Refuse', 'Accept'], { default: 'Refuse' }),
});
export type Rules = Readonly<Static<typeof GameRules>>;

export const DEFAULT_RULES: Rules = defaultsOf(GameRules);

/** The operator's files that commands read and write. Every call is synchronous. */
export interface OperatorFiles {
  /** The parsed JSON of Pals/Templates/<name>.json; undefined without a file. Throws a SyntaxError for invalid JSON. */
  palTemplate(name: string): unknown;
  /** The parsed JSON of Pals/ImportRules/<name>.json; undefined without a file. Throws a SyntaxError for invalid JSON. */
  importRules(name: string): unknown;
  /**
   * Writes an archive as gzip JSON, flushed to disk; throws when it cannot.
   * @returns its path relative to the data folder.
   */
  writeArchive(name: string, content: object): string;
  /** The parsed JSON of an archive by its file name; undefined without one. Throws a SyntaxError that says what the file is instead, as in `is damaged`. */
  readArchive(name: string): unknown;
  /** The file name of the newest archive of a base camp; undefined without one. */
  newestArchive(campId: string): string | undefined;
}

/** Faults on demand. A server without --faults injects none. */
export class FaultInjector {
  playerManagerUnavailable = false;
  baseCampManagerUnavailable = false;
  /** Work that fails once (faults.ts): it is deleted here, and what it would have changed is rolled back. */
  readonly failing = new Set<FailingWork>();
}

/** The context of queries and commands: the world, the catalogue, the rules, and clock, chance and ids passed in. */
export interface GameContext {
  readonly world: World;
  readonly catalogue: Catalogue;
  rules: Rules;
  /** ms since 1970. */
  readonly now: () => number;
  /** 0 <= r < 1. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly files: OperatorFiles;
  readonly faults: FaultInjector;
  /** True beside a running game server, which alone determines the online players. */
  readonly attached?: boolean;
}
