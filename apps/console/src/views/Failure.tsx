import { CircleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useRef } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatDuration } from '../data/format.ts';
import { liveState } from '../data/live.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import { describeError, outageSinceMs } from './errors.ts';
import { CopyId } from './Values.tsx';
import './async-view.css';

/** An error: message, code, request id, each problem of the body, and a button to try again. */
export function Failure(props: {
  error: unknown;
  /** Tries again; the button counts down where the service said how long to wait. */
  onAgain?: (() => void) | undefined;
}) {
  const { error, onAgain } = props;
  const text = texts.value.views;
  const { message, code, requestId, retryAfterSeconds, problems } = describeError(error);
  const againAtMs = useMemo(() => Date.now() + retryAfterSeconds * 1000, [error, retryAfterSeconds]);
  const waitMs = retryAfterSeconds > 0 ? Math.max(0, againAtMs - nowMs.value) : 0;
  return (
    <div class="failure notice danger cluster" role="alert">
      <Icon shape={CircleAlert} />
      <div class="failure-text">
        <p>{message}</p>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ Path, Message }) => (
              <li key={`${Path} ${Message}`}>
                <code>{Path}</code> {Message}
              </li>
            ))}
          </ul>
        )}
        {code !== '' && (
          <p class="faint">
            <code>{code}</code>
            {requestId !== '' && (
              <>
                {' · '}
                {text.request} <CopyId id={requestId} what={text.requestId} />
              </>
            )}
          </p>
        )}
      </div>
      {onAgain !== undefined && (
        <Button onClick={onAgain} disabled={waitMs > 0}>
          {waitMs > 0 ? text.againIn(formatDuration(waitMs + 999)) : text.again}
        </Button>
      )}
    </div>
  );
}

/** The face of code that could not be loaded. Where the service was away, the page is loaded again once it is back. */
export function Outdated() {
  const text = texts.value.shell;
  const isAway = outageSinceMs.value !== undefined || liveState.value === 'coming back';
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) location.reload();
    wasAway.current = isAway;
  }, [isAway]);
  if (isAway) return <div class="view-state">{text.loadsLater}</div>;
  return (
    <div class="view-state">
      {text.outdated}
      <Button kind="primary" onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </div>
  );
}

/** A part of a page that shows itself as failed when it throws, with "try again"; the rest of the page lives. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div class="view-state">
      {texts.value.views.partFailed}
      <Failure error={error} onAgain={reset} />
    </div>
  );
}
