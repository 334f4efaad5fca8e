import Type from 'typebox';
import { Finding } from './doctor.ts';
import { IsoTime } from './lists.ts';
import { FLEET_PATH, route } from './route.ts';
import { closedObject } from './shapes.ts';

export const getFleetFindings = route({
  method: 'GET',
  tag: 'Fleet',
  base: FLEET_PATH,
  path: '/doctor',
  permission: 'Palatine.Fleet.Doctor.Read',
  title: 'Get findings of the fleet',
  summary:
    'How broker, streams, lists and worlds are as this gateway sees them, and what to do where something is wrong',
  notes:
    'Asks nobody: it says what the gateway knows at the moment. Of worlds, only those that the token may see.',
  game: false,
  reply: closedObject({ Findings: Type.Array(Finding), CheckedAt: IsoTime }),
  errors: [],
  examples: [{}],
});
