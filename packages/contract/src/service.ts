import Type, { type Static } from 'typebox';
import { route } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

export const ANSWER_FORMS = ['Flat', 'Wrapped'] as const;
/** Flat is the service document to the letter; Wrapped is what newer clients of the original read. */
export type AnswerForm = (typeof ANSWER_FORMS)[number];

export const Version = closedObject({
  major: Int32,
  minor: Int32,
  patch: Int32,
  build: Int32,
  version_str: Text,
  version_str_long: Text,
});
export type Version = Static<typeof Version>;

export const getVersion = route({
  method: 'GET',
  path: '/version',
  permission: 'REST.Version.Read',
  summary: 'The version of the service; answers while the service is reachable and the token works',
  game: false,
  reply: Version,
  errors: [],
});

export const reloadConfig = route({
  method: 'POST',
  path: '/ReloadConfig',
  permission: 'REST.Reload.Config',
  summary: 'Read the operator files again',
  game: true,
  body: Type.Object({}),
  bodyFaults: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Success: Type.Boolean() }),
  errors: ['VALIDATION_FAILED'],
});
