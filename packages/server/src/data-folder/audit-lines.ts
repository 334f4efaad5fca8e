import { AuditEntry } from '@palatine/contract';
import { exportLines } from './export-lines.ts';

const FIELDS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[];

/** How entries of the audit are written as a file. */
export const AUDIT_LINES = exportLines('audit', FIELDS, (entry: AuditEntry) => entry);
