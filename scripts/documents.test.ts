import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { ALL_ROUTES, FLEET_ROUTES, type RouteShape } from '@palatine/contract';

const root = resolve(import.meta.dirname, '..');
const documents = globSync(
  ['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md', 'e2e/README.md', 'packages/*/src/**/README.md'],
  {
    cwd: root,
  },
);

/** A path in a document that begins with a folder of the project names a file of ours. */
const OURS = /^(apps|packages|e2e|scripts|bench|deploy|docs)\/[\w./*-]*$/;
/** Documents about the code may leave out `apps/` and `packages/`. */
const SHORT = /^[a-z-]+\/src\/[\w./*-]*$/;
/** A build makes it, and a fresh clone has only the folder it is in. */
const BUILT = /\/dist(\/.*)?$/;

/** The links of a document to files of the project. */
function linksIn(text: string): { target: string; anchor: string | undefined }[] {
  return [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .map(([, target = '', anchor]) => ({ target, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** The anchors of headings at GitHub and GitLab. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ +(.+)$/gm)) {
    const title = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = title.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count++) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

test('links are found with their anchors, and headings make the anchors that GitHub makes', () => {
  assert.deepEqual(linksIn('[a](b.md#c-d), [e](#f), [g](https://h.example/#i) and [j](k/)'), [
    { target: 'b.md', anchor: 'c-d' },
    { target: '', anchor: 'f' },
    { target: 'k/', anchor: undefined },
  ]);
  assert.deepEqual(
    [
      ...anchorsOf(
        '# `GET /x`, and [more](y.md)\n```sh\n# no heading\n```\n## What to do when …\n## Same\n## Same\n',
      ),
    ],
    ['get-x-and-more', 'what-to-do-when-', 'same', 'same-1'],
  );
});

/** Notes that are not in the repository, and titles of tests that begin with a number of theirs. */
const OUTSIDE_NOTES = [
  /palworld-(?:save|server) \d|save-(?:writing|workshop)\b|\boperators \d/,
  /\bservice document\b|\b(?:service|gaps|design|palworld-server)\.md\b/,
  /\bsections? \d[\d.]*(?:,| to \d)* of the (?:notes|save format)|\bof the notes on\b|\([Ss]ections? \d/,
  /^\s*(?:test|it|describe)\(\s*['"`]\d+\.\d+/m,
];

const CITATION = /(?<![\w/.])docs\/(?:[\w/.-]+\.md(?:#[\p{L}\p{N}_-]+)?|decisions\/\d+(?![\w-]))/gu;

/** A file of ours that a comment names. */
const NAMED_FILE =
  /^\s*(?:\/\/|\/?\*).*?(?<![\w/.])((?:apps|packages|e2e|scripts|bench|deploy)\/[\w./-]+\.\w+)/gm;

/** Citations of a text that lead to nothing in the repository. */
function danglingCitations(text: string): string[] {
  const outside = OUTSIDE_NOTES.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? []);
  const named = [...text.matchAll(NAMED_FILE)].map(([, path = '']) => path);
  const cited = [...text.matchAll(CITATION)].map(([path]) => path).concat(named);
  const dangling = cited.filter((path) => {
    const [file = '', anchor] = path.split('#');
    if (globSync(/\.\w+$/.test(file) ? file : `${file}-*.md`, { cwd: root }).length === 0) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, file), 'utf8')).has(anchor);
  });
  return [...outside, ...dangling];
}

test('a citation without a heading, a file or a document in the repository is found', () => {
  const dangling = {
    'docs/save-format.md#no-heading': '// The layout is in docs/save-format.md#no-heading.',
    'docs/no-document.md': '/** See docs/no-document.md. */',
    'docs/decisions/9999': '// The reason is in docs/decisions/9999.',
    'packages/save/src/nothing.ts': '// As in packages/save/src/nothing.ts.',
    'palworld-save 4': '/** Reads a character (palworld-save 4.1). */',
    'save-writing': '// By save-writing 2.6.',
    'service document': '// As the service document says.',
    'section 8.4 of the notes': '// From section 8.4 of the notes.',
    '(section 9': '/** The settings (section 9). */',
    "test('16.8": "test('16.8: a file is missing', () => {});",
  };
  for (const [found, text] of Object.entries(dangling)) assert.deepEqual(danglingCitations(text), [found]);
  const sound =
    '// docs/save-format.md#item-slots, docs/decisions/0005, e2e/docs/reader.ts and palworld-save-pal';
  assert.deepEqual(danglingCitations(sound), []);
});

test('every citation in code, tests and documents leads to something in the repository', () => {
  const options = { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] };
  const files = globSync(
    '{apps,packages,e2e,bench,scripts,docs,deploy}/**/*.{ts,tsx,mjs,sql,css,md}',
    options,
  );
  assert.ok(files.length > 1000);
  const dangling = files
    .filter((file) => file !== 'scripts/documents.test.ts') // the test above plants some
    .flatMap((file) =>
      danglingCitations(readFileSync(join(root, file), 'utf8')).map((found) => `${file}: ${found}`),
    );
  assert.deepEqual(dangling, []);
});

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');

  test(`every link of ${document} leads to a file, and to a heading in it`, () => {
    for (const { target, anchor } of linksIn(text)) {
      const file = target === '' ? document : join(dirname(document), target);
      assert.ok(existsSync(join(root, file)), `${document} links to ${target}`);
      if (anchor === undefined || !file.endsWith('.md')) continue;
      const anchors = anchorsOf(readFileSync(join(root, file), 'utf8'));
      assert.ok(anchors.has(anchor), `${document} links to ${target}#${anchor}`);
    }
  });

  test(`every path that ${document} names is there`, () => {
    for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      const path = (SHORT.test(code) ? `{apps,packages}/${code}` : code).replace(BUILT, '');
      if (!OURS.test(path) && !SHORT.test(code)) continue;
      const exists = /[*{]/.test(path)
        ? globSync(path, { cwd: root }).length > 0
        : existsSync(join(root, path));
      assert.ok(exists, `${document} names ${path}`);
    }
  });
}

test('docs/client.md lists every method of the client once, and none that is not there', () => {
  const text = readFileSync(join(root, 'docs/client.md'), 'utf8');
  for (const [heading, routes] of Object.entries({ Methods: ALL_ROUTES, 'A fleet': FLEET_ROUTES })) {
    const list = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^## `, 'm').exec(`${text}\n## `)?.[1] ?? '';
    const lines = [...list.matchAll(/^- [^:\n]+: (?:`\w+`[ :]*)+/gm)].join(' ');
    const names = [...lines.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const calls = Object.entries<RouteShape>(routes).filter(([, { stream }]) => !stream);
    assert.deepEqual(names.sort(), calls.map(([name]) => name).sort());
  }
});

const MAX_README_LINES = 30;
const packages = globSync(['apps/*', 'packages/*', 'e2e'], { cwd: root });

for (const folder of packages) {
  test(`${folder} has a README of at most ${MAX_README_LINES} lines, whose entry points exist`, () => {
    const text = readFileSync(join(root, folder, 'README.md'), 'utf8');
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      exports?: Record<string, string>;
    };
    assert.ok(text.startsWith(`# ${name}\n`), `its heading is ${name}`);
    assert.ok(text.trimEnd().split('\n').length <= MAX_README_LINES);
    for (const [, entry = ''] of text.matchAll(/^- `(@palatine\/[^`]+)`/gm))
      assert.ok(Object.hasOwn(exports, entry.replace(name, '.')), `${entry} is not in its exports`);
  });
}

test('every package is looked at', () => {
  assert.ok(packages.length > 15);
});

test('the documents hold no path of a machine', () => {
  assert.ok(documents.length > 10);
  for (const document of documents) {
    assert.doesNotMatch(readFileSync(join(root, document), 'utf8'), /\/(work|root|home)\/[a-z]/, document);
  }
});
