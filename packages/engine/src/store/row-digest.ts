import { hash } from 'node:crypto';
import type { AuditEntry, PalatineEvent } from '@palatine/contract';

/** Tells a row of a history from another one with the same id: a copy of a data folder goes on with the ids of the first. */
export function rowDigest(row: PalatineEvent | AuditEntry): string {
  const facts =
    'Data' in row ? [row.Type, row.Data] : [row.Token, row.Route, row.Target, row.Summary, row.Request];
  return hash('sha1', JSON.stringify([row.Time, ...facts]), 'base64url');
}
