import type { AnyRouteName } from '@palatine/contract';
import { deleteBase } from './commands/bases/delete-base.ts';
import { restoreBase } from './commands/bases/restore-base.ts';
import type { Command } from './commands/command.ts';
import { giveItems } from './commands/grants/give-items.ts';
import { givePalEggs } from './commands/grants/give-pal-eggs.ts';
import { givePals, givePalTemplates } from './commands/grants/give-pals.ts';
import { giveProgression } from './commands/grants/give-progression.ts';
import { legacyGive } from './commands/grants/legacy-give.ts';
import { forgetTechnologies, learnTechnologies } from './commands/learn-technologies.ts';
import { alert, broadcast, sendPlayerMessage } from './commands/messages.ts';
import { banIP, banPlayer, unbanIP, unbanPlayer } from './commands/punishments/ban.ts';
import { kickPlayer } from './commands/punishments/kick.ts';
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
  restoreBase,
  banPlayer,
  unbanPlayer,
  banIP,
  unbanIP,
  kickPlayer,
  sendPlayerMessage,
  broadcast,
  alert,
} as const satisfies { [Name in AnyRouteName]?: Command<Name> };

export type CommandName = keyof typeof COMMANDS;
