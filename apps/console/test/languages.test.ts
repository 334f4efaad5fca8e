import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { SENTENCES, SETTING_TEXTS } from '@palatine/contract';
import type { Page } from 'playwright-core';
import * as firstEnglish from '../src/texts/en/first.ts';
import * as restEnglish from '../src/texts/en/rest.ts';
import * as firstChinese from '../src/texts/zh-cn/first.ts';
import * as restChinese from '../src/texts/zh-cn/rest.ts';
import { type ConsoleTab, noBrowser, openConsole, startTabs, test } from './console.ts';
import { startFullService } from './full-service.ts';
import { VIEWS } from './views.ts';

const full = await startFullService();
const { browser } = await startTabs(full.service);
after(() => full.service[Symbol.asyncDispose]());
let tab: ConsoleTab;
before(async () => {
  if (noBrowser) return;
  tab = await openConsole(browser, full.service, { locale: 'zh-CN' });
  await tab.open('/system');
});

/** Every text below a table of texts that is no function, however deep. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'string') return [text];
    return typeof text === 'object' && text !== null ? sentencesOf(text) : [];
  });
}

const CHINESE = new Set(sentencesOf({ ...firstChinese, ...restChinese }));
/** English texts that are not the same in Chinese, as "UserId" is, and hold a word. */
const ENGLISH = new Set(
  sentencesOf({ ...firstEnglish, ...restEnglish, SENTENCES, SETTING_TEXTS }).filter(
    (text) => !CHINESE.has(text) && /[a-z]{2}/i.test(text),
  ),
);

/** The texts of the page, visible ones and those for assistive technology. */
function saidOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visible: string[] = [];
    // A field of a file is labeled by its key, which is beside it as code.
    const keys = new Set([...document.querySelectorAll('code')].map(({ textContent }) => textContent));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title'])
          visible.push(node.getAttribute(name) ?? '');
      } else if (node.parentElement?.closest('bdi, code, [lang="en"]') === null)
        visible.push(node.nodeValue ?? '');
    }
    return visible.map((text) => text.trim()).filter((text) => text !== '' && !keys.has(text));
  });
}

for (const view of VIEWS) {
  test(`in Chinese no sentence of ${view.name} is English`, async () => {
    await tab.follow('/nowhere');
    await tab.follow(view.path(full));
    await tab.settled();
    const visible = await saidOn(tab.page);
    assert.ok(
      visible.some((text) => CHINESE.has(text)),
      'the page speaks Chinese',
    );
    const wrong = visible.filter((text) => ENGLISH.has(text));
    assert.deepEqual(wrong, []);
    await tab.assertSound();
  });
}

test('a Pal is found in the palette by its Chinese name, by its English one and by its id', async () => {
  const [chinese, english] = ['棉悠悠', 'Lamball'];
  const { page } = tab;
  for (const typed of [chinese, english, 'SheepBall']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(`~${typed}`);
    await page.getByRole('option').filter({ hasText: chinese }).first().waitFor();
    await tab.closeDialog();
  }
});
