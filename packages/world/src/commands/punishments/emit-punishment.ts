import type { EventKinds } from '../../state/events.ts';
import type { Game } from '../../state/game-context.ts';
import type { CommandIssuer } from '../command.ts';
import { SERVER_SENDER } from '../messages.ts';

type Punishment = Omit<EventKinds['punishment'], 'issuer'>;

export function tellPunishment({ world, now }: Game, { name }: CommandIssuer, punishment: Punishment): void {
  world.tell('punishment', now(), { ...punishment, issuer: name });
}

/** Says in the chat who was banned or kicked, where the operator wants that. Addresses are never named there. */
export function announce({ world, now, rules }: Game, text: string): void {
  if (!rules.announcePunishments) return;
  world.tell('message', now(), { sendType: 'Broadcast', sender: SERVER_SENDER, text, recipients: null });
}
