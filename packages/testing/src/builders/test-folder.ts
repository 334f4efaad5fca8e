import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A new empty folder, deleted at the end of the test that makes it, or else of the file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
