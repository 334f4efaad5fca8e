import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Block {
  document: string;
  /** Of its first line. */
  line: number;
  language: string;
  text: string;
}

/** The fenced blocks of a Markdown file. */
export function fencedBlocks(root: string, document: string): Block[] {
  const markdown = readFileSync(join(root, document), 'utf8');
  return [...markdown.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)].map((match) => ({
    document,
    line: markdown.slice(0, match.index).split('\n').length + 1,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** The commands of a block of shell, without comments, each on one line. */
export function commandsOf({ text }: Block): string[] {
  return text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#(\s.*)?$/, '').trim())
    .filter((line) => line !== '');
}
