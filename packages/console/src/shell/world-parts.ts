import { effect } from '@preact/signals';
import { registerSource } from '../commands/palette-hit.ts';
import { chosenNames } from '../data/catalogue.ts';
import { startLive } from '../data/live.ts';
import { preference } from '../data/preferences.ts';
import { warnOnClose } from '../outbox/outbox.ts';
import { catalogueSource } from './catalogue-source.ts';
import { findSource } from './find-source.ts';
import type { FrameParts } from './frame-parts.ts';
import { Overlays } from './Overlays.tsx';
import { PAGES } from './page-table.ts';
import { LiveMark, WorldMark } from './WorldMark.tsx';

/** The page of one world. */
export const WORLD_PARTS: FrameParts = {
  pages: PAGES,
  inBar: ['overview', 'players', 'map'],
  Foot: WorldMark,
  Live: LiveMark,
  Overlays,
  start: () => [
    effect(() => {
      chosenNames.value = preference('names').value;
    }),
    startLive(),
    registerSource(findSource),
    registerSource(catalogueSource),
    warnOnClose(),
  ],
};
