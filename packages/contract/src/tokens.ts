import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { route } from './route.ts';
import { ANSWER_FORMS } from './service.ts';
import { closedObject, Int32, oneOf, Text, Texts } from './shapes.ts';

export const TokenEntry = closedObject({
  File: Type.String({ description: 'In `RESTAPI/Tokens`' }),
  Name: Type.String({ description: 'Empty where the file is wrong' }),
  Permissions: Texts,
  AnswerForm: Type.Optional(oneOf(ANSWER_FORMS)),
  Hashed: Type.Boolean({ description: 'Whether the file holds a hash instead of the secret' }),
  LastUsed: Type.Optional({ ...IsoTime, description: 'Left out when not since the service started' }),
  RequestsToday: Int32,
  Fault: Type.Optional(Type.String({ description: 'Why the file does not count' })),
  Warnings: Type.Array(Type.String(), { description: 'What is not as it should be, though the file counts' }),
});
export type TokenEntry = Static<typeof TokenEntry>;

export const getTokens = route('GET /v1/palatine/tokens', {
  tag: 'Service',
  permission: 'Palatine.Tokens.Read',
  title: 'List tokens',
  summary: 'The token files with what each may do and when it was used; never a secret',
  notes:
    '`RequestsToday` counts since midnight UTC, or since the service started. `palatine token create NAME` makes a token, ' +
    '`palatine token revoke NAME` removes one.',
  reply: closedObject({
    Tokens: Type.Array(TokenEntry),
    Ignored: Type.Array(Text, { description: 'Why files of the folder are ignored' }),
  }),
});
