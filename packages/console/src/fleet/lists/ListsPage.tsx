import type { JSX } from 'preact';
import type { PathValues } from '../../navigation/router.ts';
import { AllLists } from './AllLists.tsx';
import { OneList } from './OneList.tsx';

/** The lists that worlds of the fleet share, or one of them. */
export default function ListsPage({ values }: { values: PathValues }): JSX.Element {
  const { list, tab } = values;
  return list === undefined ? <AllLists /> : <OneList key={list} name={list} tab={tab ?? ''} />;
}
