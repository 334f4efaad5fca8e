import Type from 'typebox';
import { FLEET_PATH, route } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

/** The permission to make tenants, and join codes for their worlds. */
export const TENANTS_WRITE = 'Palatine.Fleet.Tenants.Write';

/** Small letters, digits and hyphens. */
export const TENANT_NAME = '^[a-z0-9-]{1,32}$';

export const getTenants = route({
  method: 'GET',
  tag: 'Fleet',
  base: FLEET_PATH,
  path: '/tenants',
  permission: 'Palatine.Fleet.Tenants.Read',
  title: 'List tenants',
  summary: 'The communities that share the broker of this gateway; none sees anything of another',
  game: false,
  reply: closedObject({
    Tenants: Type.Array(
      closedObject({ Name: Text, Worlds: { ...Int32, description: 'Those that have joined' } }),
    ),
  }),
  errors: [],
  examples: [{}],
});

export const createTenant = route({
  method: 'POST',
  tag: 'Fleet',
  base: FLEET_PATH,
  path: '/tenants',
  permission: TENANTS_WRITE,
  title: 'Make tenant',
  summary: 'Make room for another community on the broker of this gateway',
  notes:
    'The credentials in the answer are secrets, for a gateway of the new tenant: `palatine fleet start --nats … --creds … ' +
    '--control-creds … --ca …`. Worlds of the tenant join with a code that this gateway makes for it. The tenant counts at ' +
    'once, without a restart.',
  game: false,
  replyExample: {
    Name: 'friends',
    Servers: ['tls://10.0.0.5:4222'],
    CA: '-----BEGIN CERTIFICATE-----\n…',
    Credentials: '-----BEGIN NATS USER JWT-----\n…',
    ControlCredentials: '-----BEGIN NATS USER JWT-----\n…',
  },
  body: Type.Object({
    Name: Type.String({ pattern: TENANT_NAME, description: 'a to z, 0 to 9 and hyphens, at most 32' }),
  }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: closedObject({
    Name: Text,
    Servers: Type.Array(Text, { description: 'The addresses of the broker' }),
    CA: Type.String({ description: 'Who signs its certificates, in PEM' }),
    Credentials: Type.String({ description: 'Of a gateway, in the account of the worlds' }),
    ControlCredentials: Type.String({ description: 'Of a gateway, in the account of the gateways' }),
  }),
  errors: ['VALIDATION_FAILED'],
  auditTarget: ['Name'],
  examples: [{ body: { Name: 'friends' } }],
});
