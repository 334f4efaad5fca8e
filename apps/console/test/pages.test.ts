import assert from 'node:assert/strict';
import { startConsole, THEMES, type Theme, test } from './console.ts';
import { testViewStates } from './page-states.ts';
import { VIEWS, type View } from './views.ts';

/** In turn, so that each theme meets pages of every kind; the deep run has all themes. */
const themeOf = (view: View): Theme => THEMES[VIEWS.indexOf(view) % 2] ?? 'light';

await testViewStates({
  themes(size, state, view) {
    if (state === 'full') return [size === 'desktop' ? themeOf(view) : 'light'];
    return size === 'desktop' ? ['light'] : [];
  },
  accessible: (size, state) => size === 'desktop' && (state === 'full' || state === 'empty'),
});

const { openTab } = await startConsole();

/** Faults that a page must not have, as it would show them. */
const FAULTS: Readonly<Record<string, () => void>> = {
  'is wider than its window': () => {
    const wide = document.createElement('p');
    wide.textContent = 'wide'.repeat(500);
    document.querySelector('main')?.append(wide);
  },
  'says an error': () => console.error('something went wrong'),
  'breaks the policy': () => document.body.setAttribute('style', 'color: red'),
};

for (const [fault, commit] of Object.entries(FAULTS)) {
  test(`a page that ${fault} does not pass for sound`, async () => {
    await using tab = await openTab('/access/team');
    await tab.assertSound();
    await tab.page.evaluate(commit);
    await assert.rejects(tab.assertSound());
  });
}

test('a page with a nameless button does not pass for accessible', async () => {
  await using tab = await openTab('/access/team');
  await tab.page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  await assert.rejects(tab.assertAccessible(), /button-name/);
});
