import type { RouteName } from '@palatine/contract';
import type { Command } from './commands.ts';
import { deleteBase } from './delete-base.ts';
import {
  giveItems,
  givePalEggs,
  givePals,
  givePalTemplates,
  giveProgression,
  legacyGive,
} from './grants/index.ts';
import { forgetTechnologies, learnTechnologies } from './learn-technologies.ts';
import { banIP, banPlayer, kickPlayer, unbanIP, unbanPlayer } from './punish/index.ts';
import { alert, broadcast, sendPlayerMessage } from './send-messages.ts';
import { summonNPC, summonPal } from './summon.ts';

/** Every write of the world, by the name of its route. */
export const COMMANDS = {
  legacyGive,
  giveItems,
  givePals,
  givePalTemplates,
  givePalEggs,
  giveProgression,
  summonPal,
  summonNPC,
  learnTechnologies,
  forgetTechnologies,
  deleteBase,
  banPlayer,
  unbanPlayer,
  banIP,
  unbanIP,
  kickPlayer,
  sendPlayerMessage,
  broadcast,
  alert,
} as const satisfies { [Name in RouteName]?: Command<Name> };

export type CommandName = keyof typeof COMMANDS;
