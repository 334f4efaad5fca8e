import { dataPaths } from '@palatine/data-dir/data-folder';
import { job } from '@palatine/platform/job';
import type { ListeningFlags } from './check-access.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

export interface ExamineInput {
  data: string;
  listening: ListeningFlags;
}

job<ExamineInput, Finding[]>(({ data, listening }) =>
  examine(dataPaths(data), { ...listening, env: process.env }),
);
