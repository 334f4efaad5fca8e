import './trusted-types.ts'; // first: the other modules may touch the document when they load
import './base.css';
import { options } from 'preact';
import { atFleet } from './navigation/place.ts';

// Effects run before the next event, as in React: Base UI listens to Esc in one, which a frame later would miss the key.
options.requestAnimationFrame = (run) => queueMicrotask(run);

const { start } = await (atFleet ? import('./fleet/main.tsx') : import('./main.tsx'));
start(document.querySelector('#console') as HTMLElement); // index.html holds it
