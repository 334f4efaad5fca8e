import { resolve } from 'node:path';
import { type ServerStatus, visibleText } from '@palatine/contract';
import { counted } from '../data-folder/counted.ts';
import { IN_CLEAR } from '../data-folder/listen-address.ts';
import { BuiltConsole } from '../http/console/built-console.ts';
import { createdText } from '../maintenance/make-world.ts';
import { figuresText } from '../maintenance/world-snapshot.ts';
import { consoleLine } from './console-line.ts';
import type { RunningService } from './serve.ts';

const SHOWN_WARNINGS = 10;

/**
 * The text for an operator after the start: what is served, where, and a request to paste. `server`: the game server
 * beside which it is served.
 */
export function welcome(service: RunningService, server?: ServerStatus): string {
  const { url, inClear, faults, data, newAdminToken, created, bansInForce, figures } = service;
  const { online } = figures;
  const lines = [
    consoleLine(url, new BuiltConsole()),
    '',
    `Palatine serves ${figuresText(figures)}`,
    `  API      ${url}/v1/pdapi, described at ${url}/docs`,
    `  data     ${data}`,
    ...(newAdminToken === undefined
      ? [`  token    ${anotherToken(data)} makes another administrator token`]
      : []),
    ...(server === undefined ? [movesText(figures)] : besideText(server)),
  ];
  if (faults)
    lines.push(
      '  warning: --faults is on: POST /v1/palatine/simulation injects faults, for tests of clients only.',
    );
  if (inClear) {
    lines.push(`  warning: ${IN_CLEAR.found}:`, `  ${IN_CLEAR.todo}.`);
  }
  if (online === 0) {
    lines.push(
      '  Nobody is online, and player routes serve online players: "playerResolution": "Known" in Config.json serves all.',
    );
  }
  if (created !== undefined) lines.push(...createdText(created, bansInForce).map((line) => `  ${line}`));
  for (const { file, place, message } of created?.warnings.slice(0, SHOWN_WARNINGS) ?? []) {
    lines.push(`  warning: ${[file, place, message].filter((part) => part !== '').join(': ')}`);
  }
  const more = (created?.warnings.length ?? 0) - SHOWN_WARNINGS;
  if (more > 0) lines.push(`  … and ${counted(more, 'more warning')}`);
  if (newAdminToken !== undefined) {
    lines.push(
      '',
      'An administrator token was made. It is shown this once and kept only as a SHA-256:',
      '',
      `  ${newAdminToken}`,
      '',
      'Try it:',
      '',
      `  curl -H "Authorization: Bearer ${newAdminToken}" ${url}/v1/pdapi/players`,
    );
  }
  return `${lines.map(visibleText).join('\n')}\n\n`;
}

function movesText({ simulated }: RunningService['figures']): string {
  return simulated
    ? '  players come, go and move on their own (--no-simulate stops that)'
    : '  nobody moves (--simulate changes that)';
}

/** The game server as it is known at the start, which may be before its first answer. */
function besideText({ State, Reason, Info, Save, Deliveries }: ServerStatus): string[] {
  const server = Info.Name === undefined ? 'a game server' : `"${Info.Name}" ${Info.Version ?? ''}`.trimEnd();
  const state = Reason === '' ? State : `${State}: ${Reason}`;
  const save =
    Save.AgeSeconds === undefined ? 'its save is being read' : `its save is ${Save.AgeSeconds} s old`;
  const { Pending } = Deliveries;
  const waiting =
    Pending === 0 ? 'nothing waits' : Pending === 1 ? 'one delivery waits' : `${Pending} deliveries wait`;
  return [
    `  beside   ${server} (${state}); ${save}, ${waiting}`,
    '           palatine server status shows how it is',
  ];
}

/** The command for those who lost their token: a start prints a token once and never again. */
function anotherToken(data: string): string {
  const folder = data === resolve('data') ? '' : ` --data "${data}"`;
  return `npx palatine token create Admin2 --permission "*"${folder}`;
}
