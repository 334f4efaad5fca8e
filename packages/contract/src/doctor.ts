import { route } from './route.ts';
import { sentence, sentenceShape } from './sentences.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const FINDING_LEVELS = ['Ok', 'Warn', 'Fail'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

export const Finding = Type.closedObject({
  Check: Type.text('Subject of the check, such as `disk`'),
  Level: Type.oneOf(FINDING_LEVELS),
  What: sentenceShape('The finding'),
  Do: Type.Optional(sentenceShape('How to fix it')),
});
export type DoctorFinding = Type.Static<typeof Finding>;

export const getFindings = route('GET /v1/palatine/doctor', 'Get findings', {
  tag: 'Service',
  permission: 'Palatine.Doctor.Read',
  summary: 'Findings of `palatine doctor` on the installation and the data folder',
  notes: notes.getFindings,
  replyExample: {
    Findings: [
      { Check: 'disk', Level: 'Ok', What: sentence('doctor.free', { free: '41.2 GiB' }) },
      {
        Check: 'backups',
        Level: 'Warn',
        What: sentence('doctor.noBackups'),
        Do: sentence('todo.backUp'),
      },
    ],
    CheckedAt: '2026-07-12T18:15:02.113Z',
    Running: false,
  },
  reply: Type.closedObject({
    Findings: Type.Array(Finding),
    CheckedAt: Type.Optional(Type.IsoTime),
    Running: Type.Boolean(),
  }),
});
