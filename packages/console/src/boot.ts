import './trusted-types.ts'; // first: the other modules may touch the document when they load
import './base.css';
import { atFleet } from './navigation/place.ts';

const { start } = await (atFleet ? import('./fleet/main.tsx') : import('./main.tsx'));
start(document.querySelector('#console') as HTMLElement); // index.html holds it
