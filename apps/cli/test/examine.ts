import assert from 'node:assert/strict';
import { runCommand } from '@palatine/testing/run-cli';

interface Finding {
  check: string;
  state: string;
  found: string;
  todo?: string;
}

/** The findings of `palatine doctor` in a data folder. */
export async function examine(
  data: string,
  { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
) {
  const { code, stdout } = await runCommand(['doctor', ...args, '--json', '--data', data], env);
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  for (const { state, check, todo } of findings) assert.equal(todo === undefined, state === 'ok', check);
  const of = (name: string) =>
    findings.find(({ check }) => check === name) ?? assert.fail(`no check ${name}`);
  return { code, ok, findings, of };
}
