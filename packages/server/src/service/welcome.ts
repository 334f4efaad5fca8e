import { resolve } from 'node:path';
import { visibleText } from '@palatine/contract';
import { IN_CLEAR } from '../http/listen.ts';
import { createdText } from '../maintenance/created-text.ts';
import type { RunningService } from './serve.ts';

const SHOWN_WARNINGS = 10;

/** The text for an operator after the start: what is served, where, and a request to paste. */
export function welcome({
  url,
  inClear,
  faults,
  data,
  newAdminToken,
  created,
  bansInForce,
  figures,
}: RunningService): string {
  const { name, players, online, guilds, camps, characters, simulated } = figures;
  const lines = [
    `Palatine serves "${name}": ${players} players (${online} online), ${guilds} guilds, ${camps} camps, ${characters} characters`,
    `  browser  ${url}/`,
    `  API      ${url}/v1/pdapi, described at ${url}/docs`,
    `  data     ${data}`,
    ...(newAdminToken === undefined
      ? [`  token    ${anotherToken(data)} makes another administrator token`]
      : []),
    `  ${simulated ? 'players come, go and move on their own (--no-simulate stops that)' : 'nobody moves (--simulate changes that)'}`,
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
  if (more > 0) lines.push(`  … and ${more} warnings more`);
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

/** The command for those who lost their token: a start prints a token once and never again. */
function anotherToken(data: string): string {
  const folder = data === resolve('data') ? '' : ` --data "${data}"`;
  return `npx palatine token create Admin2 --permission "*"${folder}`;
}
