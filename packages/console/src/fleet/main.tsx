import { render } from 'preact';
import { App } from '../shell/App.tsx';
import { setFrameParts } from '../shell/frame-parts.ts';
import { FLEET_PARTS } from './frame/fleet-parts.ts';

/** Shows the console of a fleet in an element of the page. */
export function start(element: HTMLElement): void {
  setFrameParts(FLEET_PARTS);
  render(<App />, element);
}
