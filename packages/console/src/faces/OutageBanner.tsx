import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatTime } from '../data/format.ts';
import { liveState } from '../data/live.ts';
import { texts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';
import { outage, readAgain } from './outage.ts';

/** Says once for the whole page that the service does not answer, and how old what is shown is. */
export function OutageBanner(): JSX.Element | null {
  const isLive = liveState.value === 'live';
  useEffect(() => {
    if (isLive) readAgain(); // the service is back
  }, [isLive]);
  const { value } = outage;
  if (value === undefined) return null;
  return (
    <div class="outage">
      <Failure error={value.error} onAgain={readAgain} />
      {value.sinceMs > 0 && <p class="faint">{texts.value.faces.shownFrom(formatTime(value.sinceMs))}</p>}
    </div>
  );
}
