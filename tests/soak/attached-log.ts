import { SECRETS } from './attached-target.ts';

const WARN = 40;
const ERROR = 50;

/** Reads the log of the program. Every line of an error is one, and so is every secret. */
export function logErrors(output: string): { errors: string[]; warnings: Map<string, number> } {
  const errors = SECRETS.filter((secret) => output.includes(secret)).map(() => 'a secret is in the log');
  const warnings = new Map<string, number>();
  for (const line of output.split('\n')) {
    if (!/^\{.*\}$/.test(line)) continue; // the welcome, and a line that a kill has cut off
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level >= ERROR) errors.push(`in the log: ${line.slice(0, 600)}`);
    else if (level >= WARN) warnings.set(msg, (warnings.get(msg) ?? 0) + 1);
  }
  return { errors, warnings };
}
