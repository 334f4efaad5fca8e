import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';

/** A part of a page that shows itself as failed when it throws, with "try again"; the rest of the page lives. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div class="face">
      {texts.value.faces.partFailed}
      <Failure error={error} onAgain={reset} />
    </div>
  );
}
