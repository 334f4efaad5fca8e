import type { JSX } from 'preact';
import type { PathValues } from '../navigation/router.ts';
import { FilesPage } from './FilesPage.tsx';
import { rulesKind } from './rules-kind.ts';

/** The import rules of the operator. */
export default function RulesPage({ values }: { values: PathValues }): JSX.Element {
  return <FilesPage kind={rulesKind} name={values.name} />;
}
