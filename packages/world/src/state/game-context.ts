import type { Catalogue } from '../catalogue/index.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { World } from './world.ts';

/** What the operator's Config.json decides about the game. */
export interface Rules {
  /** Whether player routes serve online players only, or every player the world knows. */
  readonly playerResolution: 'Online' | 'Known';
  /** Technology ids that may not be learnt through the service; matched without regard to case. */
  readonly bannedTechnologies: readonly string[];
  /** Whether the chat hears of bans and kicks. */
  readonly announcePunishments: boolean;
  /** Goes into a new ban list. */
  readonly bannedMessage: string;
  /** Whether ids the catalogue does not know are refused or let through. */
  readonly unknownIds: 'Refuse' | 'Accept';
}

export const DEFAULT_RULES: Rules = {
  playerResolution: 'Online',
  bannedTechnologies: [],
  announcePunishments: false,
  bannedMessage: 'You are banned from this server.',
  unknownIds: 'Refuse',
};

/** The operator's files a command may look into or write. Everything is done when it returns. */
export interface OperatorFiles {
  /** The parsed JSON of Pals/Templates/<name>.json; undefined when there is none. Throws a SyntaxError for what is no JSON. */
  palTemplate(name: string): unknown;
  /** The parsed JSON of Pals/ImportRules/<name>.json; undefined when there is none. Throws a SyntaxError. */
  importRules(name: string): unknown;
  /**
   * Writes an archive as gzip JSON, flushed to disk; throws when it cannot.
   * @returns its path relative to the data folder.
   */
  writeArchive(name: string, content: object): string;
}

/** For a game without operator files, as in tests: there are none, and nothing can be archived. */
export const NO_FILES: OperatorFiles = {
  palTemplate: () => undefined,
  importRules: () => undefined,
  writeArchive() {
    throw new Error('there is nowhere to archive to');
  },
};

/** Everything a question or a command may look at: the world, the facts, the rules, and time and chance handed in. */
export interface GameContext {
  readonly world: World;
  readonly catalogue: Catalogue;
  rules: Rules;
  /** ms since 1970. */
  readonly now: () => number;
  /** 0 <= r < 1. */
  readonly random: () => number;
  /** A new GUID, 8-8-8-8 upper case. */
  readonly newId: () => string;
  readonly files: OperatorFiles;
  readonly faults: FaultInjector;
}
