import type { EventData } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import type { CommandIssuer } from '../command.ts';
import { SERVER_SENDER } from '../messages.ts';

type Punishment = Omit<EventData<'punishment'>, 'issuer'>;

export function emitPunishment(
  { world, now }: GameContext,
  { name }: CommandIssuer,
  punishment: Punishment,
): void {
  world.emit('punishment', now(), { ...punishment, issuer: name });
}

/** Announces a ban or kick in the chat when `announcePunishments` is set. Never names an address. */
export function emitChatAnnouncement({ world, now, rules }: GameContext, text: string): void {
  if (!rules.announcePunishments) return;
  world.emit('message', now(), { sendType: 'Broadcast', sender: SERVER_SENDER, text, recipients: null });
}
