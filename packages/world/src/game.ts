import type { Catalogue } from './catalogue/index.ts';
import type { World } from './world.ts';

/** What the operator's Config.json decides about the game. */
export interface Rules {
  /** Whether player routes serve online players only, or every player the world knows. */
  readonly playerResolution: 'Online' | 'Known';
  /** Technology ids that may not be learnt through the service; matched without regard to case. */
  readonly bannedTechnologies: readonly string[];
  /** Whether ids the catalogue does not know are refused or let through. */
  readonly unknownIds: 'Refuse' | 'Accept';
}

export const DEFAULT_RULES: Rules = {
  playerResolution: 'Online',
  bannedTechnologies: [],
  unknownIds: 'Refuse',
};

/** Everything a question or a command may look at: the world, the facts, the rules, and time and chance handed in. */
export interface Game {
  readonly world: World;
  readonly catalogue: Catalogue;
  rules: Rules;
  /** ms since 1970. */
  readonly now: () => number;
  /** 0 <= r < 1. */
  readonly random: () => number;
  /** A new GUID, 8-8-8-8 upper case. */
  readonly newId: () => string;
}
