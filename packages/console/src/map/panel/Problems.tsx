import type { JSX } from 'preact';
import { Button } from '../../kit/Button.tsx';
import { texts } from '../../texts/texts.ts';
import type { MapState } from '../map-state.ts';
import { shownReads } from './layer-reads.ts';

/** What could not be read, with a way to try again, and what the world does not know. */
export function Problems({ state }: { state: MapState }): JSX.Element {
  const text = texts.value.map;
  const failed = shownReads(state).filter(({ read }) => read.error.value !== undefined);
  const unknown = [
    ...(exploredIsUnknown(state) ? [text.exploredUnknown] : []),
    ...(state.sources.progress.value === 'unknown' ? [text.progressUnknown] : []),
  ];
  return (
    <>
      {failed.map(({ id, read }) => (
        <div key={id} class="map-problem" role="alert">
          {text.notRead(text.layer[id])}
          <Button kind="bare" onClick={() => void read.refresh()}>
            {text.again}
          </Button>
        </div>
      ))}
      {unknown.map((sentence) => (
        <p key={sentence} class="map-note">
          {sentence}
        </p>
      ))}
    </>
  );
}

function exploredIsUnknown({ layers, sources }: MapState): boolean {
  const read = sources.resources.explored;
  if (!layers.value.has('explored') || read === undefined) return false;
  return !read.loading.value && read.error.value === undefined && sources.explored.value === undefined;
}
