import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test as plainTest } from 'node:test';
import type { AttachedTest } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';
import type { Signal } from '@preact/signals';
import {
  type ActionId,
  type Draft,
  EMPTY_DRAFT,
  type Target,
  type TargetKind,
} from '../src/actions/action.ts';
import { ACTION_IDS, ACTIONS } from '../src/actions/action-table.ts';
import { isOffered, offerOf } from '../src/actions/blocked.ts';
import { knownConsequences } from '../src/actions/preview.ts';
import { isQueued, sentenceOf, titleOf } from '../src/actions/sentences.ts';
import { serverNow } from '../src/data/world-now.ts';
import { type SessionFacts, sessionFacts } from '../src/session/session.ts';
import { chooseLanguage, loadAllTexts, texts } from '../src/texts/texts.ts';
import { noBrowser, sharedBrowser, startTabs, test } from './console.ts';
import { startFullService } from './full-service.ts';
import { JOINS, startWhitelistedService } from './whitelisted-service.ts';

/** The texts of every dialog. PRINT=1 with `node --test apps/console/test/action-words.test.ts` rewrites the file. */
const FILE = join(import.meta.dirname, 'action-words.json');
if (noBrowser === false) await sharedBrowser(); // held for all tests of the file

const KINDS = ['a world of its own', 'a game server', 'a game server, stopped by hand'] as const;

/** A target of each kind; no sentence starts with its name. */
const ONE_OF_EACH: { readonly [Kind in TargetKind]: Extract<Target, { kind: Kind }> } = {
  player: {
    kind: 'player',
    uid: 'D894F2B1-00000000-00000000-00000000',
    name: 'Zoe',
    online: true,
    banned: true,
    userId: 'steam_1',
  },
  user: { kind: 'user', userId: 'steam_1' },
  address: { kind: 'address', ip: '192.0.2.1' },
  base: { kind: 'base', id: '1', name: 'Moss at 34, -427' },
  archive: { kind: 'archive', file: '1.json', name: 'Base camp of Moss at map position 34, -427: 3 Pals.' },
  file: { kind: 'file', name: 'Default', etag: null, body: { Text: '{}' } },
  delivery: { kind: 'delivery', id: '1', name: '10 × PalSphere', state: 'Pending' },
  backup: { kind: 'backup', name: '20260712T181502Z' },
  place: { kind: 'place', x: 0, y: 0 },
  everybody: { kind: 'everybody' },
  service: { kind: 'service' },
  server: { kind: 'server' },
};

const FILLED: Draft = {
  ...EMPTY_DRAFT,
  items: [{ id: 'PalSphere', count: 10 }],
  pals: [{ id: 'Anubis', level: 50 }],
  eggs: [{ egg: 'Egg', pal: 'Anubis', template: '', level: 5 }],
  templates: ['Gift'],
  progress: { EXP: 1000 },
  technologies: ['Workbench'],
  message: 'hello',
  summoned: 'Anubis',
  level: 10,
  height: 0,
  countdownSeconds: 600,
};

interface Words {
  title: string;
  lines: string[];
  button?: string;
  toast?: string;
}

function wordsOf(id: ActionId, kind: keyof typeof ONE_OF_EACH): Words {
  const [action, targets] = [ACTIONS[id], [ONE_OF_EACH[kind]]];
  const { actionDialog, actions } = texts.value;
  const title = titleOf(action, targets);
  const [blocked] = offerOf(action, targets).blocked;
  if (blocked) return { title, lines: [actionDialog.nothingLeft(actions.blocked[blocked.because])] };
  const lines = knownConsequences(action, FILLED, targets).map(({ text }) => text);
  if (isQueued(action)) lines.push(actionDialog.pending);
  const said = (form: 'button' | 'done') => sentenceOf(action, FILLED, targets, form);
  return { title, lines, button: said('button'), toast: said('done') };
}

/** The words of each action for each kind of target, as the page has them at a service. */
function allWords(at: (typeof KINDS)[number]): Record<string, Words> {
  sessionFacts.value = {
    Token: { Permissions: ['*'] },
    World: { Kind: at === KINDS[0] ? 'World' : 'Attached' },
    Service: { PlayerResolution: 'Known' },
  } as unknown as SessionFacts; // what the words depend on
  const Kind = at === KINDS[2] ? 'Somebody' : 'Commands';
  (serverNow.value as Signal<unknown>).value = { Control: { Kind } }; // only its kind is looked at
  return Object.fromEntries(
    ACTION_IDS.flatMap((id) =>
      ACTIONS[id].targets
        .filter((kind) => isOffered(ACTIONS[id], ONE_OF_EACH[kind]))
        .map((kind) => [`${id} ${kind}`, wordsOf(id, kind)]),
    ),
  );
}

before(loadAllTexts);

plainTest('title, lines, button and toast of every action are those of the file', () => {
  const words = Object.fromEntries(KINDS.map((at) => [at, allWords(at)]));
  if (process.env.PRINT) writeFileSync(FILE, `${JSON.stringify(words, null, 2)}\n`);
  assert.deepEqual(words, readWords());
});

const readWords = (): Record<string, Record<string, Words>> => JSON.parse(readFileSync(FILE, 'utf8'));

plainTest('a toast has six words at most, and only what is true cannot be undone', () => {
  const { does } = texts.value.actions;
  const long = ACTION_IDS.map((id) => does[id].done('who', 'what')).filter(
    (text) => text.split(' ').length > 6,
  );
  assert.deepEqual(long, []);
  const { none: noUndo } = texts.value.undo.because;
  for (const [at, words] of Object.entries(readWords())) {
    const final = Object.keys(words).filter((key) => words[key]?.lines.includes(noUndo));
    const expected = at === KINDS[0] ? /^(give|summon)/ : /^$/;
    assert.ok(
      final.every((key) => expected.test(key)),
      `${at}: ${final}`,
    );
  }
});

plainTest(
  'in both languages titles and buttons name each target once, and nothing that has no name',
  async () => {
    for (const language of ['zh-CN', 'en'] as const) {
      await chooseLanguage(language);
      const words = JSON.stringify(KINDS.map(allWords));
      assert.doesNotMatch(words, /\u2068\u2069|[:：]\s*"[,}]|base[^"]*base|据点[^"]*据点/);
    }
  },
);

/** The name of a player who has joined the game server. */
async function joined({ service, gameServer }: AttachedTest): Promise<string> {
  await gameServer.control('join', { userId: JOINS });
  const name = async () =>
    (await service.api.searchPlayers({ query: { Status: 'Online' } })).Rows[0]?.Name ?? '';
  await until('a player has joined', async () => (await name()) !== '');
  return name();
}

for (const at of KINDS.slice(0, 2)) {
  test(`beside ${at} the dialogs say what the file says`, async () => {
    await using attached = at === KINDS[0] ? undefined : await startWhitelistedService();
    const service = attached?.service ?? (await startFullService()).service;
    const { openTab } = await startTabs(service);
    if (attached === undefined) after(() => service[Symbol.asyncDispose]());
    const { Rows: players } = await service.api.searchPlayers({ query: { HasPlayerFile: true } });
    const player = players.find(({ Online }) => Online || attached !== undefined)?.Name ?? '';
    const online = attached === undefined ? player : await joined(attached);
    const { Rows: camps } = await service.api.searchCamps({ query: {} });
    const base = camps[0]?.GuildName || camps[0]?.HeadName || '';
    await using tab = await openTab('/players');
    const { page } = tab;
    const dialog = page.locator('.dialog');
    const wrong: unknown[] = [];
    for (const [key, words] of Object.entries(readWords()[at] ?? {})) {
      const [id = '', kind = ''] = key.split(' ');
      const who = { player: id === 'kick' ? online : player, base, everybody: '', service: '', server: '' }[
        kind
      ];
      if (who === undefined || id === 'unban') continue; // from the page of their list
      const { name } = texts.value.actions.does[id as ActionId];
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').first().fill(`>${name} ${who}`.trim());
      const row = page.getByRole('option').filter({ hasText: who || `${name}…` });
      await row.first().click();
      await dialog.waitFor();
      await tab.settled();
      const shown = await dialog.evaluate((box) => ({
        title: box.querySelector('h2')?.textContent ?? '',
        lines: [...box.querySelectorAll('.consequences > li')].map((line) => line.textContent ?? ''),
      }));
      const plain = (text: string) => text.replaceAll(/\u2068.*?\u2069/g, '');
      const isThere = (line: string) => shown.lines.some((text) => text.startsWith(line));
      if (plain(shown.title) !== plain(words.title) || !words.lines.every(isThere))
        wrong.push([key, shown, words]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    assert.deepEqual(wrong, []);
    await tab.assertSound();
  });
}
