import type { JSX } from 'preact';
import type { PathValues } from '../navigation/router.ts';
import { FilesPage } from './FilesPage.tsx';
import { templateKind } from './template-kind.ts';

/** The Pal templates of the operator. */
export default function TemplatesPage({ values }: { values: PathValues }): JSX.Element {
  return <FilesPage kind={templateKind} name={values.name} />;
}
