import { getCatalogue } from '@palatine/contract';
import type { ComponentChildren } from 'preact';
import { type Catalogue, catalogue, catalogueError } from '../data/catalogue.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Loading } from './Faces.tsx';
import { Failure } from './Failure.tsx';

/** What can only be shown with the catalogue: grey rows until it has come, and why where it does not. */
export function WithCatalogue(props: {
  rows?: number;
  children: (catalogue: Catalogue) => ComponentChildren;
}) {
  const { rows = 4, children } = props;
  const { value } = catalogue;
  if (value !== undefined) return <>{children(value)}</>;
  if (!may(getCatalogue)) return <p class="faint">{texts.value.shell.mayNot(getCatalogue.permission)}</p>;
  const error = catalogueError.value;
  return error === undefined ? <Loading rows={rows} /> : <Failure error={error} />;
}
