import { announcer } from './announce.ts';

/** The regions that screen readers listen to. Once in the page. */
export function LiveRegions() {
  return (
    <>
      <div class="spoken" role="status">
        {announcer.polite}
      </div>
      <div class="spoken" role="alert">
        {announcer.assertive}
      </div>
    </>
  );
}
