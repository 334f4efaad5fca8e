import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { fileSchema } from '../data-folder/file-schema.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { parseJson } from '../data-folder/read-json.ts';

/** The names of this start of a world and of the one before it in the same data folder. */
export interface Instance {
  readonly name: string;
  /** '' on the first start. */
  readonly previous: string;
}

const checkState = fileSchema(Type.Object({ Instance: Type.String() }));

/** Names this start, and remembers the name for the next one. A file that cannot be read counts as none. */
export function nameInstance(file: string): Instance {
  const name = randomBytes(12).toString('hex');
  const previous = readPrevious(file);
  writeFileAtomically(file, `${JSON.stringify({ Instance: name })}\n`);
  return { name, previous };
}

function readPrevious(file: string): string {
  try {
    return checkState(parseJson(readTextFile(file, FILE_BYTES.settings) ?? '')).value?.Instance ?? '';
  } catch {
    return ''; // the first start, or a damaged file: the gateway asks whether the other instance lives
  }
}
