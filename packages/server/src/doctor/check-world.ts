import { checkWorld } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { figuresText, readWorldSnapshot } from '../maintenance/world-snapshot.ts';
import { figuresOf } from '../store/world-figures.ts';
import { TO_MEND, WorldFileError } from '../store/world-file-error.ts';
import type { Finding } from './finding.ts';

export async function checkWorldFile(data: DataPaths): Promise<Finding> {
  const check = 'world';
  try {
    if (!holdsWorld(data)) {
      const todo = 'the next start makes a demo world; palatine world import brings yours';
      return { check, state: 'warn', found: 'it does not exist yet', todo };
    }
    const { world, damage } = await readWorldSnapshot(data);
    if (damage.length > 0) {
      const found = `the file is damaged, and SQLite finds ${damage.length} errors, such as "${damage[0]}"`;
      return { check, state: 'fail', found, todo: TO_MEND };
    }
    const problems = checkWorld(world, openCatalogue(data));
    if (problems.length === 0) return { check, state: 'ok', found: figuresText(figuresOf(world)) };
    const todo = 'palatine world check lists them; palatine world restore NAME goes back to a backup';
    return { check, state: 'fail', found: `it contradicts itself in ${problems.length} places`, todo };
  } catch (error) {
    const todo = (error instanceof WorldFileError && error.todo) || TO_MEND;
    const found = (error as Error).message.replace(`: ${todo}`, ''); // which is said once
    return { check, state: 'fail', found, todo };
  }
}
