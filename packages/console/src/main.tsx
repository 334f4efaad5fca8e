import { render } from 'preact';
import { place } from './navigation/place.ts';
import { App } from './shell/App.tsx';
import { setFrameParts } from './shell/frame-parts.ts';
import { WORLD_PARTS } from './shell/world-parts.ts';

/** What a world behind a gateway has besides. */
const OF_FLEET = {
  loadSwitch: () => import('./fleet/worlds/WorldSwitch.tsx'),
  loadAway: () => import('./fleet/worlds/WorldAway.tsx'),
};

/** Shows the console of a world in an element of the page. */
export function start(element: HTMLElement): void {
  setFrameParts(place.world === undefined ? WORLD_PARTS : { ...WORLD_PARTS, ofFleet: OF_FLEET });
  render(<App />, element);
}
