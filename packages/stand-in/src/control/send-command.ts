import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Control } from './commands.ts';

const MAX_ANSWER_MS = 60_000;

/** Sends commands to the control port of a stand-in or its supervisor. Rejects when nothing answers there. */
export function controlOn(port: number): Control {
  return (async (command: string, args: object = {}) => {
    const reply = await post(port, JSON.stringify({ command, args }));
    const { error, result } = JSON.parse(reply) as { error?: string; result?: unknown };
    if (error !== undefined) throw new Error(`${command}: ${error}`);
    return result;
  }) as Control; // the stand-in answers each command with its own result
}

function post(port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body), connection: 'close' };
    const call = request({ host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      text(response).then(resolve, reject);
    });
    call.setTimeout(MAX_ANSWER_MS, () => call.destroy(new Error('the control port does not answer')));
    call.on('error', reject);
    call.end(body);
  });
}
