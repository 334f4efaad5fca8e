import { ANY_TOKEN, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

const [NAME_CHARS, KEY_CHARS, MAX_NAMES] = [128, 64, 32];
const GIVEN = { Tags: ['eu'], Lists: ['main'] };
const KEY = '00112233445566778899aabbccddeeff';

const Key = (description: string) => Type.String({ maxLength: KEY_CHARS, description });
const Names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: NAME_CHARS }), { maxItems: MAX_NAMES, description });

export type JoinRefusal = 'Unknown' | 'Used' | 'Expired' | 'WorldTaken' | 'OtherWorld';

export const createJoinCode = route('POST /v1/fleet/join-codes', 'Make join code', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Join',
  concerns: 'OneWorld', // without a world: the whole fleet
  summary: 'Make a code with which one world joins the fleet, once and within 15 minutes',
  notes: notes.createJoinCode,
  replyExample: { Line: 'palatine://10.0.0.5:4223/#J0Wq…', ...GIVEN, Until: '2026-07-13T18:30:02.113Z' },
  body: Type.Object({
    Tags: Type.Optional(Names('Tags of the world; unless given, an existing world keeps its tags')),
    Lists: Type.Optional(Names('The shared lists that it enforces; `main` unless given')),
    World: Type.Optional(Key('The key of a world that joins again')),
  }),
  reply: Type.closedObject({
    Line: Type.text('Argument to start the world with'),
    ...Type.eachOf(['Tags', 'Lists'], Type.Texts),
    World: Type.Optional(Type.String()),
    Until: Type.IsoTime,
  }),
  auditTarget: ['World'],
  examples: [{ body: GIVEN }, { body: { World: KEY } }],
});

/** Takes no token: the code in the body is the credential. Never part of FLEET_ROUTES. */
export const join = route('POST /v1/fleet/join', 'Join fleet', {
  tag: 'Fleet',
  permission: ANY_TOKEN,
  summary: 'Let a world join with a code that was made for it',
  notes: 'Takes no token. The number of calls per second is limited over all callers.',
  replyExample: { World: KEY, Servers: ['tls://10.0.0.5:4222'], CA: '-----BEGIN…', Lists: ['main'] },
  body: Type.Object({
    Code: Type.String({ minLength: 1, maxLength: NAME_CHARS, description: 'Code of the join line' }),
    World: Type.Optional(Key('Its key, when it has joined before; a new one unless given')),
    Name: Type.String({ minLength: 1, maxLength: NAME_CHARS, description: 'As people know the world' }),
    PublicKey: Key('Public part of the NATS user key of the world. The seed never leaves it'),
  }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: Type.closedObject({
    World: Type.text('Its key in the fleet'),
    Servers: Type.list(Type.String(), 'The addresses of the broker'),
    CA: Type.text('CA that signs the certificates of the broker, in PEM'),
    Lists: Type.Texts,
  }),
  errors: ['JOIN_REFUSED'],
  examples: [{ body: { Code: 'J0Wq…', World: KEY, Name: 'Palpagos EU 1', PublicKey: 'UABC…' } }],
});
export type JoinReply = Type.Static<typeof join.reply>;
