import { dataPaths } from '../data-folder/data-folder.ts';
import { answerParent } from '../maintenance/own-process.ts';
import type { ListeningFlags } from './check-port.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

/** What is looked at in a process of its own, beside a server that runs. */
export interface ExamineInput {
  data: string;
  listening: ListeningFlags;
}

answerParent<ExamineInput, Finding[]>(({ data, listening }) => examine(dataPaths(data), listening));
