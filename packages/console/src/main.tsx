import { render } from 'preact';
import { App } from './shell/App.tsx';
import { setFrameParts } from './shell/frame-parts.ts';
import { WORLD_PARTS } from './shell/world-parts.ts';

/** Shows the console of a world in an element of the page. */
export function start(element: HTMLElement): void {
  setFrameParts(WORLD_PARTS);
  render(<App />, element);
}
