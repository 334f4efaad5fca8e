import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { LINK_MINUTES, type ServerStatus, visibleText } from '@palatine/contract';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { IN_CLEAR } from '@palatine/data-dir/rest-config';
import { figuresText } from '@palatine/engine/world-readers';
import { systemClock } from '@palatine/platform/clock';
import { counted, shellWord } from '@palatine/platform/format';
import { openOutput } from '@palatine/platform/log-destination';
import type { Origin } from '@palatine/save-tools/make-world';
import { type RunningService, serve } from '@palatine/server/serve';
import { BuiltConsole } from '@palatine/web/mount-console';
import type { Logger } from 'pino';
import type { Arguments } from '../command/arguments.ts';
import { warningText } from '../command/terminal.ts';
import { consoleLine, logUncaught, newTokenLines, serviceLog, stopOnSignals } from './process-life.ts';

/** Serves until a signal ends the process. Throws a ConfigError when it cannot start. */
export async function runService(args: Arguments): Promise<void> {
  const { log, droppedLines } = serviceLog(process.env);
  logUncaught(log);
  if (args.join !== undefined) await join(args.data, args.join, log);
  const origin = (await originOfAttached(args, log)) ?? originOf(args);
  const service = await serve({ ...args, origin, log, droppedLogLines: droppedLines });
  stopOnSignals(() => service.stop(), log);
  // Last, after the signal handlers: a parent process may read this and end the service at once.
  // Like the token, a link must not be in the journal of each start.
  const isShown = service.newAdminToken !== undefined || isatty(1);
  const link = isShown ? service.newSignInLink() : undefined;
  printWelcome(welcome(service, await service.attached?.status(), link), service, log);
}

/** Never fails: in `palatine serve | true` nobody reads it. */
function printWelcome(text: string, service: RunningService, log: Logger): void {
  if (openOutput(1).write(text)) return;
  log.warn('standard output cannot be written, so the welcome was not printed');
  if (service.newAdminToken === undefined) return;
  log.warn('the administrator token was not printed: palatine token create creates another one');
}

/** Joins the fleet of a line. Throws a ConfigError. */
async function join(folder: string, { line, name }: NonNullable<Arguments['join']>, log: Logger) {
  using data = openDataFolder(folder); // by one process at a time
  const { World, Lists } = await (await import('@palatine/server/join-fleet')).joinFleet(line, data, name);
  log.info({ world: World, name, lists: Lists }, 'this world has joined the fleet');
}

/** Attaches the data folder, if asked to. Throws a ConfigError. @returns the save from which it still needs its world. */
async function originOfAttached(
  { data, attach, replace, seed }: Arguments,
  log: Logger,
): Promise<Origin | undefined> {
  if (attach === undefined) return undefined;
  const options = { ...attach, replace, environment: process.env, clock: systemClock };
  const { attachFolder } = await import('@palatine/sidecar/attach');
  const { importFrom, configMade } = await attachFolder(data, options);
  if (configMade) {
    log.info('Config.json sets "playerResolution" to "Known", so offline players are served too');
  }
  return importFrom === undefined ? undefined : { from: 'save', folder: importFrom, seed };
}

function originOf({ importFrom, demo, seed }: Arguments): Origin | undefined {
  if (importFrom !== undefined) return { from: 'save', folder: importFrom, seed };
  if (demo !== undefined) return { from: 'demo', seed, sizes: demo };
  return undefined;
}

const MAX_WARNINGS = 10;
const LINK = `Open this link to sign in. It works once, within ${LINK_MINUTES} minutes:`;

/** The text after the start: world, addresses, a request to paste. `server`: the game server; `link`: to sign in with. */
export function welcome(service: RunningService, server?: ServerStatus, link?: string): string {
  const { url, inClear, faults, data, newAdminToken, created, createdLines, figures } = service;
  const { online, simulated } = figures;
  const moves = simulated
    ? '  players are simulated (--no-simulate disables that)'
    : '  no simulation (--simulate enables it)';
  const built = new BuiltConsole();
  const lines = [
    consoleLine(url, built),
    ...(link === undefined || !built.present ? [] : ['', LINK, '', `  ${link}`]),
    '',
    `Palatine serves ${figuresText(figures)}`,
    `  API      ${url}/v1/pdapi, described at ${url}/docs`,
    `  data     ${data}`,
  ];
  if (newAdminToken === undefined) {
    lines.push(`  token    ${anotherToken(data)} creates another administrator token`);
  }
  lines.push(...(server === undefined ? [moves] : besideText(server)));
  if (faults) {
    lines.push(
      '  warning: --faults is on: POST /v1/palatine/simulation injects faults, for tests of clients only.',
    );
  }
  if (inClear) lines.push(`  warning: ${IN_CLEAR.found.Message}:`, `  ${IN_CLEAR.todo.Message}.`);
  if (online === 0) {
    lines.push(
      '  Nobody is online, and player routes serve online players: "playerResolution": "Known" in Config.json serves all.',
    );
  }
  lines.push(...createdLines.map((line) => `  ${line}`));
  const warnings = created?.warnings ?? [];
  lines.push(...warnings.slice(0, MAX_WARNINGS).map((warning) => `  warning: ${warningText(warning)}`));
  const more = warnings.length - MAX_WARNINGS;
  if (more > 0) lines.push(`  … and ${counted(more, 'more warning')}`);
  lines.push(...newTokenLines(newAdminToken, url, '/v1/pdapi/players'));
  return `${lines.map(visibleText).join('\n')}\n\n`;
}

/** The game server at the start, possibly before its first answer. */
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
    '           npx palatine server status shows its state',
  ];
}

/** The command for operators who lost their token: it is printed only once. */
function anotherToken(data: string): string {
  const folder = data === resolve('data') ? '' : ` --data ${shellWord(data)}`;
  return `npx palatine token create Admin2 --permission "*"${folder}`;
}
