import './session/link-code.ts'; // before all others
import './trusted-types.ts'; // first: the other modules may touch the document when they load
import './base.css';
import { options, render } from 'preact';

// Run effects before the next event, as React does. Preact waits for a frame, and Base UI, which begins to listen in an
// effect, would miss a key until then.
options.requestAnimationFrame = queueMicrotask;

const { App } = await import('./shell/App.tsx');
render(<App />, document.querySelector('#console') as HTMLElement); // index.html holds it
