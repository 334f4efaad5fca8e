import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_VARIANTS, type Variants } from './variants.ts';

export interface Options {
  saveFolder: string;
  /** null to use the AdminPassword of the settings. */
  passwordFile: string | null;
  /** 0 for one that is free. */
  port: number;
  controlPort: number;
  bootMs: number;
  seed: number;
  variants: Variants;
  /** Ends before it serves. */
  fails: boolean;
  supervised: boolean;
  /** null for never. */
  restartMs: number | null;
}

export const USAGE = `usage: node packages/stand-in/src/main.ts --save-folder DIR [--password-file FILE] [--port N]
  [--control-port N] [--boot-ms N] [--seed N] [--variants JSON] [--supervised [--restart-ms N|never]]
`;

/** Reads the command line. Throws with words for the user. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'save-folder': { type: 'string' },
      'password-file': { type: 'string' },
      port: { type: 'string' },
      'control-port': { type: 'string', default: '0' },
      'boot-ms': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      variants: { type: 'string', default: '{}' },
      supervised: { type: 'boolean', default: false },
      fails: { type: 'boolean', default: false },
      'restart-ms': { type: 'string', default: '1000' },
    },
  });
  const saveFolder = values['save-folder'];
  if (saveFolder === undefined) throw new Error('--save-folder is missing');
  return {
    saveFolder,
    passwordFile: values['password-file'] ?? null,
    port: Number(values.port ?? 0),
    controlPort: Number(values['control-port']),
    bootMs: Number(values['boot-ms']),
    seed: Number(values.seed),
    variants: { ...DEFAULT_VARIANTS, ...(JSON.parse(values.variants) as Partial<Variants>) },
    fails: values.fails,
    supervised: values.supervised,
    restartMs: values['restart-ms'] === 'never' ? null : Number(values['restart-ms']),
  };
}

/** The password of the file; null without one. */
export function passwordOf({ passwordFile }: Options): string | null {
  return passwordFile === null ? null : readFileSync(passwordFile, 'utf8').trimEnd();
}
