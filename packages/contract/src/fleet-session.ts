import Type, { type Static } from 'typebox';
import { ANY_TOKEN, route } from './route.ts';
import { closedObject, Text, Texts } from './shapes.ts';

export const getFleetSession = route('GET /v1/fleet/session', {
  tag: 'Fleet',
  permission: ANY_TOKEN,
  title: 'Get session at the fleet',
  summary: 'What the token of the call is called and may do, for which worlds, and which gateway answers it',
  notes:
    'The first question of a page for people, and needs no permission itself. A world may allow the fleet less: ' +
    '`GET /worlds/<World>/v1/palatine/session` says what the token may do there.',
  reply: closedObject({
    Name: Text,
    Permissions: Texts,
    Worlds: Type.Array(Text, { description: 'Keys and tags of the worlds for which it counts; `*` for all' }),
    Version: Type.String({ description: 'Of Palatine at this gateway' }),
  }),
});
export type FleetSession = Static<typeof getFleetSession.reply>;
