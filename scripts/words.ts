import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// node scripts/words.ts [FILES OR FOLDERS]: finds words of our former dialect and says what the trade calls them, and
// hosts of registries, which the settings of a machine name.

/** Words that code, comments, texts and documents do not use, and their replacements. */
const REFUSED: readonly (readonly [word: RegExp, instead: string])[] = [
  [
    /\/\*\*\s+(?:\*\s+)?(?:What|Of|Who|Whom|Whoever|Whose|(?:From|To|By|For) whom)\b/g,
    'a noun phrase, or a verb in the third person',
  ],
  [/\b(?:MOST|LONGEST|LARGEST)_(?=[A-Z])/g, 'MAX_'],
  [/\b(?:LEAST|SHORTEST|FEWEST)_(?=[A-Z])/g, 'MIN_'],
  [/\banew\b/gi, 'again'],
  [/\bso many\b/gi, 'a number or its name'],
  [/\bin force\b/gi, 'active, or applied'],
  [/\bcounts? no more\b/gi, 'is no longer valid'],
  [/\bof (?:its|their|our|his) own\b/gi, 'its own …'],
  [/\bwhatever became of\b/gi, 'even if'],
  [/\b(?:goes|go|went) by\b/gi, 'uses, or passes'],
  [/\bin the end\b/gi, 'finally'],
  [/\bTrouble\b/g, 'error'],
  [/\b[Ww]ish(?:es|ed)\b/g, 'options, or requested'],
  [
    /\b(?:registry\.(?:npmjs|yarnpkg)|[\w-]+\.(?:debian|ubuntu|alpinelinux)|proxy\.golang|[\w-]+\.docker|ghcr|quay|pypi|crates)\.(?:org|com|io)\b/g,
    'the registry or mirror that a machine is set up for',
  ],
];

/** One line for each refused word in a text: `FILE:LINE: "word": instead`. */
export function refusedWords(file: string, text: string): string[] {
  return REFUSED.flatMap(([word, instead]) =>
    Array.from(text.matchAll(word), ({ 0: match, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: "${match.replace(/[\s/*]+/g, ' ').trim()}" is ${instead}`;
    }),
  );
}

/** The refused words of all modules and documents below `root`. */
export function checkWords(root: string): string[] {
  const exclude = [
    '**/node_modules/**',
    '**/dist/**',
    'scripts/words*.ts',
    'CHANGELOG.md',
    'LICENSE',
    '**/data/**',
  ];
  const code = '{apps,packages,e2e,scripts,bench,deploy}/**/*.{ts,tsx,md,mjs,json,yaml,conf,service}';
  const others = ['docs/**/*.md', '*', 'deploy/Dockerfile', '.ci/*', '.github/**/*', '.[a-z]*rc'];
  const files = globSync([code, ...others], { cwd: root, exclude }).filter((file) =>
    statSync(join(root, file)).isFile(),
  );
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => refusedWords(file, readFileSync(join(root, file), 'utf8')));
}

if (import.meta.main) {
  const places = process.argv.slice(2);
  const refused = checkWords(join(import.meta.dirname, '..')).filter(
    (line) => places.length === 0 || places.some((place) => line.startsWith(place)),
  );
  process.stdout.write(`${refused.join('\n')}\n${refused.length} refused\n`);
  process.exitCode = refused.length === 0 ? 0 : 1;
}
