import { THEMES } from './console.ts';
import { testFaces } from './page-faces.ts';

await testFaces({
  themes: () => THEMES,
  accessible: (size, face, theme) => size === 'desktop' && (face === 'full' || theme === 'light'),
});
