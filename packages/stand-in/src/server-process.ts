import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Control } from './control/commands.ts';
import { controlOn } from './control/send-command.ts';
import type { Options } from './options.ts';
import type { ReadyMessage } from './start-game-server.ts';
import type { ServerRun } from './supervisor.ts';

export const MAIN = join(import.meta.dirname, 'main.ts');

export function runAsProcess(options: Options): ServerRun {
  const { saveFolder, port, bootMs, seed, variants, passwordFile, fails } = options;
  const args = ['--save-folder', saveFolder, '--port', String(port), '--control-port', '0'];
  args.push('--boot-ms', String(bootMs), '--seed', String(seed), '--variants', JSON.stringify(variants));
  if (passwordFile !== null) args.push('--password-file', passwordFile);
  if (fails) args.push('--fails');
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let control: Control | undefined;
  const serves = new Promise<void>((resolve) => {
    child.on('message', ({ ready, controlPort }: ReadyMessage) => {
      control = controlOn(controlPort);
      if (ready === 'serving') resolve();
    });
  });
  return {
    pid: child.pid,
    serves,
    exited: new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal }))),
    async execute(command, args) {
      if (control === undefined) throw new Error('the server is down');
      return await (control as (command: string, args: object) => Promise<unknown>)(command, args);
    },
    kill: (signal) => void child.kill(signal),
  };
}
