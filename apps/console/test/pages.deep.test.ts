import { THEMES } from './console.ts';
import { testViewStates } from './page-states.ts';

await testViewStates({
  themes: () => THEMES,
  accessible: (size, state, theme) => size === 'desktop' && (state === 'full' || theme === 'light'),
});
