import { type CatalogueProblem, loadCatalogue } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { Finding } from './finding.ts';

/** Problems a line of the report lists before it only counts them. */
const SHOWN_PROBLEMS = 5;

/**
 * Our own tables have to be readable; a wrong file or row of the operator's overlay is left out by the server.
 * Without a data folder there is no overlay.
 */
export function checkCatalogue(data: DataPaths | undefined): Finding {
  const check = 'catalogue';
  try {
    const { items, pals, technologies, problems } =
      data === undefined ? loadCatalogue() : openCatalogue(data);
    const found = `${items.size} items, ${pals.size} Pals, ${technologies.size} technologies`;
    if (problems.length === 0) return { check, state: 'ok', found };
    const texts = problems.slice(0, SHOWN_PROBLEMS).map(catalogueProblemText);
    const more = problems.length > texts.length ? `; and ${problems.length - texts.length} more` : '';
    const todo =
      'correct these files, or move them away; until then the server leaves out what is wrong in them';
    return { check, state: 'warn', found: `${texts.join('; ')}${more}`, todo };
  } catch (error) {
    const todo = 'the installation is damaged; check it out or install it again';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

function catalogueProblemText({ file, place, reason }: CatalogueProblem): string {
  return [file, place, reason].filter((part) => part !== '').join(': ');
}
