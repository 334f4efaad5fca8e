import type { RouteName } from '@palatine/contract';
import { deleteBase } from './commands/bases/delete-base.ts';
import type { Command } from './commands/command.ts';
import {
  giveItems,
  givePalEggs,
  givePals,
  givePalTemplates,
  giveProgression,
  legacyGive,
} from './commands/grants/index.ts';
import { forgetTechnologies, learnTechnologies } from './commands/learn-technologies.ts';
import { alert, broadcast, sendPlayerMessage } from './commands/messages.ts';
import { banIP, banPlayer, kickPlayer, unbanIP, unbanPlayer } from './commands/punishments/index.ts';
import { summonNPC, summonPal } from './commands/summon.ts';

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
