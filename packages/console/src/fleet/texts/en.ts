import { audit } from './en/audit.ts';
import { join } from './en/join.ts';
import { lists } from './en/lists.ts';
import { many } from './en/many.ts';
import { players } from './en/players.ts';
import { tokens } from './en/tokens.ts';
import { worlds } from './en/worlds.ts';

/** The texts of the pages of a fleet in English. Other languages have the same keys. */
export const en = { worlds, join, many, players, lists, audit, tokens };

/** The texts of the pages of a fleet, in one language. */
export type FleetTexts = typeof en;
