import type { JSX } from 'preact';
import { Button } from '../../kit/Button.tsx';
import { texts } from '../../texts/texts.ts';
import { LAYERS } from '../layers.ts';
import type { MapState } from '../map-state.ts';

/** What could not be read, with a way to try again, and what the world does not know. */
export function Problems({ state }: { state: MapState }): JSX.Element {
  const text = texts.value.map;
  const { sources, past, layers } = state;
  const resources = { ...sources.resources, ...past.resources };
  const failed = LAYERS.filter(({ id }) => layers.value.has(id) && resources[id]?.error.value !== undefined);
  const unknown = [
    ...(exploredIsUnknown(state) ? [text.exploredUnknown] : []),
    ...(sources.progress.value === 'unknown' ? [text.progressUnknown] : []),
  ];
  return (
    <>
      {failed.map(({ id }) => (
        <div key={id} class="map-problem" role="alert">
          {text.notRead(text.layer[id])}
          <Button kind="bare" onClick={() => void resources[id]?.refresh()}>
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
