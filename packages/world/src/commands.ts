import type { AnyRouteName } from '@palatine/contract';
import * as deleteBase from './commands/bases/delete-base.ts';
import * as restoreBase from './commands/bases/restore-base.ts';
import type { Command } from './commands/command.ts';
import * as giveItems from './commands/grants/give-items.ts';
import * as givePalEggs from './commands/grants/give-pal-eggs.ts';
import * as givePals from './commands/grants/give-pals.ts';
import * as giveProgression from './commands/grants/give-progression.ts';
import * as legacyGive from './commands/grants/legacy-give.ts';
import * as technologies from './commands/learn-technologies.ts';
import * as messages from './commands/messages.ts';
import * as bans from './commands/punishments/ban.ts';
import * as kicks from './commands/punishments/kick.ts';
import * as summon from './commands/summon.ts';
import { ofRoutes } from './of-routes.ts';

/** Every write of the world, by the name of its route: what these modules export under such a name. */
export const COMMANDS = ofRoutes([
  legacyGive,
  giveItems,
  givePals,
  givePalEggs,
  giveProgression,
  summon,
  technologies,
  deleteBase,
  restoreBase,
  bans,
  kicks,
  messages,
]) satisfies { [Name in AnyRouteName]?: Command<Name> };

export type CommandName = keyof typeof COMMANDS;
