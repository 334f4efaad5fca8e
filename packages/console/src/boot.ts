import './trusted-types.ts'; // first: the other modules may touch the document when they load
import './base.css';

const { start } = await import('./main.tsx');
start(document.querySelector('#console') as HTMLElement); // index.html holds it
