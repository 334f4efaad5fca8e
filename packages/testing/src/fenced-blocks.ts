import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Block {
  document: string;
  line: number;
  language: string;
  text: string;
}

export function fencedBlocks(root: string, document: string): Block[] {
  const markdown = readFileSync(join(root, document), 'utf8');
  return [...markdown.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)].map((match) => ({
    document,
    line: markdown.slice(0, match.index).split('\n').length + 1,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** The commands of a shell text, without comments. A quote and a backslash carry a command into the next line. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let command = '';
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '\\' && quote !== "'") {
      at += 1;
      if (text[at] !== '\n') command += char + text[at];
    } else if (char === '#' && quote === '' && /(^|\s)$/.test(command)) {
      at = text.indexOf('\n', at) - 1; // a block ends with its line
    } else if (char === '\n' && quote === '') {
      commands.push(command.trim());
      command = '';
    } else {
      if (char === quote) quote = '';
      else if (quote === '' && (char === "'" || char === '"')) quote = char;
      command += char;
    }
  }
  assert.equal(quote, '', `a quote is open in ${text}`);
  return commands.filter((command) => command !== '');
}
