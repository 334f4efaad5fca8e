import Type from 'typebox';
import { Finding } from './doctor.ts';
import { IsoTime } from './lists.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

export const getFleetFindings = route('GET /v1/fleet/doctor', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Doctor.Read',
  title: 'Get findings of the fleet',
  summary:
    'How broker, streams, lists and worlds are as this gateway sees them, and what to do where something is wrong',
  notes:
    'Asks nobody: it says what the gateway knows at the moment. Of worlds, only those that the token may see.',
  reply: closedObject({ Findings: Type.Array(Finding), CheckedAt: IsoTime }),
});
