import type { RouteName } from '@palisade/contract';
import type { Command } from './commands.ts';
import { deleteBase } from './delete-base.ts';
import { banIP, banPlayer, kickPlayer, unbanIP, unbanPlayer } from './punish/index.ts';
import { alert, broadcast, sendPlayerMessage } from './send-messages.ts';

/** Every write of the world, by the name of its route. */
export const COMMANDS = {
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
