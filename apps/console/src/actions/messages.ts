import { SEND_PERMISSIONS, SEND_TYPES, type SendType } from '@palatine/contract';
import { Megaphone, MessageSquare, Siren } from 'lucide';
import { may } from '../session/session.ts';
import { action, identifierOf } from './action.ts';
import { isText } from './field-problems.ts';

export function allowedSendTypes(): SendType[] {
  return SEND_TYPES.filter((type) => may({ permission: SEND_PERMISSIONS[type] }));
}

const senderOf = (sender: string) => (sender.trim() === '' ? {} : { Sender: sender.trim() });

export const MESSAGES = {
  message: action({
    route: 'sendPlayerMessage',
    icon: MessageSquare,
    keys: 'm',
    fields: ['sendType', 'message', 'sender'],
    together: true,
    blocked: (target) => (target.kind === 'player' && !target.online ? 'offline' : undefined),
    isComplete: ({ message }) => isText(message),
    call: ({ sendType, message, sender }, targets) => ({
      body: { SendType: sendType, Message: message, UserIDs: targets.map(identifierOf), ...senderOf(sender) },
    }),
  }),
  broadcast: action({
    route: 'broadcast',
    icon: Megaphone,
    targets: ['everybody'],
    fields: ['message', 'sender'],
    isComplete: ({ message }) => isText(message),
    call: ({ message, sender }) => ({ body: { Message: message, ...senderOf(sender) } }),
  }),
  alert: action({
    route: 'alert',
    icon: Siren,
    targets: ['everybody'],
    level: 2,
    fields: ['message'],
    isComplete: ({ message }) => isText(message),
    call: ({ message }) => ({ body: { Message: message } }),
  }),
};
