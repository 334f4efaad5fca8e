import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { route } from './route.ts';
import { closedObject, oneOf, Text } from './shapes.ts';

export const FINDING_LEVELS = ['Ok', 'Warn', 'Fail'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

export const Finding = closedObject({
  Check: Type.String({ description: 'What was looked at, such as `disk`' }),
  Level: oneOf(FINDING_LEVELS),
  What: Text,
  Do: Type.Optional(Type.String({ description: 'What to do about it' })),
});
export type DoctorFinding = Static<typeof Finding>;

export const getFindings = route('GET /v1/palatine/doctor', {
  tag: 'Service',
  permission: 'Palatine.Doctor.Read',
  title: 'Get findings',
  summary: 'What `palatine doctor` finds: the installation and the data folder, checked',
  notes:
    'The checks read the whole world and every backup, so they may take a while and run once a minute at most. `Running` is ' +
    'true while they run; the findings are those of the time before, or none yet. They run beside the service and hold nothing up.',
  replyExample: {
    Findings: [
      { Check: 'disk', Level: 'Ok', What: '41.2 GiB free' },
      {
        Check: 'backups',
        Level: 'Warn',
        What: 'there are none in Backups',
        Do: 'palatine world backup makes one while the server runs; let it run every night',
      },
    ],
    CheckedAt: '2026-07-12T18:15:02.113Z',
    Running: false,
  },
  reply: closedObject({
    Findings: Type.Array(Finding),
    CheckedAt: Type.Optional(IsoTime),
    Running: Type.Boolean(),
  }),
});
