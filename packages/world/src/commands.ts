import { ALL_ROUTES, type AnyRouteName, type Merged } from '@palatine/contract';
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
import * as punishment from './commands/punishments/punishment.ts';
import * as summon from './commands/summon.ts';

type OfRoutes<Module> = { readonly [Name in Extract<keyof Module, AnyRouteName>]: Module[Name] };

/** Collects the exports of these modules that have the name of a route: their commands, or their queries. */
export function ofRoutes<const Modules extends readonly object[]>(
  modules: Modules,
): Merged<
  Modules[number] extends infer Module ? (Module extends unknown ? OfRoutes<Module> : never) : never
> {
  const entries = modules.flatMap((module) => Object.entries({ ...module }));
  return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(ALL_ROUTES, name))) as never; // the types filter alike
}

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
  punishment,
  messages,
]) satisfies { [Name in AnyRouteName]?: Command<Name> };

export type CommandName = keyof typeof COMMANDS;
