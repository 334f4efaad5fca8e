import { type PalatineEvent, SEND_TYPES } from '@palatine/contract';
import { texts } from '../texts/texts.ts';

/** A message as the log shows it. */
export interface Said {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: string;
  readonly sender: string;
  readonly text: string;
  /** How many it was sent to; null for everybody. */
  readonly recipients: number | null;
}

/** The messages among events, in their order. */
export function saidIn(events: readonly PalatineEvent[]): Said[] {
  return events.flatMap((event) => {
    if (event.Type !== 'message') return [];
    const { sendType, sender, text, recipients } = event.Data;
    return [
      {
        id: event.Id,
        at: event.Time,
        kind: sendType,
        sender,
        text,
        recipients: recipients === null ? null : recipients.length,
      },
    ];
  });
}

/** The kinds of message: the six ways of sending to some, and the two to everybody. */
export const MESSAGE_KINDS = ['Broadcast', 'Alert', ...SEND_TYPES] as const;

/** What a kind of message is called. */
export function kindName(kind: string): string {
  const { actionFields, actions, messages } = texts.value;
  const own: Readonly<Record<string, string>> = {
    ...actionFields.sendTypes,
    Broadcast: actions.does.broadcast.name,
    Alert: messages.alertFrom,
  };
  return Object.hasOwn(own, kind) ? (own[kind] ?? kind) : kind;
}
