import type { PalatineEvent } from '@palatine/contract';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import Gift from 'lucide/dist/esm/icons/gift.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import LogIn from 'lucide/dist/esm/icons/log-in.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs';
import Server from 'lucide/dist/esm/icons/server.mjs';
import User from 'lucide/dist/esm/icons/user.mjs';
import type { IconShape } from '../kit/Icon.tsx';
import { type EventKind, kindOf } from './event-kinds.ts';

const OF_KIND: Readonly<Record<EventKind, IconShape>> = {
  players: User,
  giving: Gift,
  moderation: Ban,
  messages: MessageSquare,
  bases: House,
  service: Server,
};

/** The icon of an event: of its kind, and an arrow for those who come and go. */
export function iconOf({ Type }: PalatineEvent): IconShape {
  if (Type === 'player.joined') return LogIn;
  if (Type === 'player.left') return LogOut;
  return OF_KIND[kindOf(Type)];
}
