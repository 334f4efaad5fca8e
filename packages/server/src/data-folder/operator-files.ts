import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { OperatorFiles } from '@palatine/world';
import { writeFileAtomically } from './atomic-write.ts';

const ARCHIVES = 'Archives';

/** A template is a page at most; what is far larger is not one. */
const MAX_BYTES = 1024 * 1024;

/** A name of a file and nothing else: no way into another folder, no device, nothing hidden. */
const PLAIN_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()+-]{0,127}$/u;

export interface ArchivingFiles extends OperatorFiles {
  /** Paths of the archives written since the last call, relative to the data folder. */
  drainArchives(): string[];
}

/** The operator's files a command may look into, read anew each time: panels write one just before they name it. */
export function operatorFiles(folders: {
  data: string;
  templates: string;
  importRules: string;
}): ArchivingFiles {
  let written: string[] = [];
  return {
    palTemplate: (name) => readJson(folders.templates, name),
    importRules: (name) => readJson(folders.importRules, name),
    writeArchive(name, content) {
      if (!PLAIN_NAME.test(name)) throw new TypeError(`${name} is no plain file name`);
      const path = `${ARCHIVES}/${name}.gz`;
      writeFileAtomically(join(folders.data, path), gzipSync(`${JSON.stringify(content, null, 2)}\n`));
      written.push(path);
      return path;
    },
    drainArchives() {
      const taken = written;
      written = [];
      return taken;
    },
  };
}

function readJson(folder: string, name: string): unknown {
  const file = name.replace(/\.json$/i, '');
  if (!PLAIN_NAME.test(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(join(folder, `${file}.json`), 'utf8');
  } catch (error) {
    // A folder of that name is no file.
    if (['ENOENT', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  if (text.length > MAX_BYTES) throw new SyntaxError(`${file}.json is larger than ${MAX_BYTES} bytes`);
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}
