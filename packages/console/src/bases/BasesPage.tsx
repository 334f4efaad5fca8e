import type { JSX } from 'preact';
import { PageBody } from '../kit/Layout.tsx';
import type { PathValues } from '../navigation/router.ts';
import { BaseList } from './BaseList.tsx';
import { BaseView } from './BaseView.tsx';

/** The bases of the world, or one of them. */
export default function BasesPage({ values: { id, tab } }: { values: PathValues }): JSX.Element {
  if (id !== undefined) return <BaseView key={id} id={id} tab={tab ?? 'plan'} />;
  return (
    <PageBody flush>
      <BaseList />
    </PageBody>
  );
}
