import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from '../faces/ErrorBoundary.tsx';
import { Loading } from '../faces/Faces.tsx';
import { Outdated } from '../faces/Outdated.tsx';
import type { PathValues } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { missingPermission, type Page } from './pages.ts';

type View = ComponentType<{ values: PathValues }>;

/** The page of the address; where there is none, or the token may not see it, why. */
export function CurrentPage({
  found,
}: {
  found: { page: Page; values: PathValues } | undefined;
}): JSX.Element {
  const text = texts.value.shell;
  if (found === undefined) return <p class="face">{text.notFound}</p>;
  const { page, values } = found;
  const missing = missingPermission(page);
  if (missing !== undefined) return <p class="face">{text.mayNot(missing)}</p>;
  return (
    <ErrorBoundary key={page.id}>
      <Lazy page={page} values={values} />
    </ErrorBoundary>
  );
}

/** Loads the code of a page when it is first shown. */
function Lazy({ page, values }: { page: Page; values: PathValues }): JSX.Element {
  const view = useSignal<{ Page?: View; failed?: boolean }>({});
  useEffect(() => {
    page.load().then(
      ({ default: Page }) => {
        view.value = { Page };
      },
      () => {
        view.value = { failed: true };
      },
    );
  }, [page, view]);
  const { Page, failed } = view.value;
  if (Page !== undefined) return <Page values={values} />;
  return failed ? <Outdated /> : <Loading rows={12} />;
}
