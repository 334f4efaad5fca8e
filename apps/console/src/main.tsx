import { render } from 'preact';
import { App } from './shell/App.tsx';

/** Shows the console of a world, or of a fleet, in an element of the page. */
export function start(element: HTMLElement): void {
  render(<App />, element);
}
