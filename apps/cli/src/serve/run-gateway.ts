import { setFlagsFromString } from 'node:v8';
import { visibleText } from '@palatine/contract';
import { GATEWAY_PAGE } from '@palatine/gateway/build-gateway-app';
import { type GatewayOptions, type RunningGateway, startGateway } from '@palatine/gateway/start-gateway';
import { openOutput } from '@palatine/platform/log-destination';
import { BuiltConsole } from '@palatine/web/mount-console';
import { consoleLine, logUncaught, newTokenLines, serviceLog, stopOnSignals } from './process-life.ts';

/** Heap growth in percent between full collections: the default takes 50 MB more, for no speed. */
const HEAP_GROWTH = 50;

/** Runs a gateway until a signal ends the process. Throws a ConfigError when it cannot start. */
export async function runGateway(options: Omit<GatewayOptions, 'log'>): Promise<void> {
  const { log } = serviceLog(process.env);
  logUncaught(log);
  const gateway = await startGateway({ ...options, log });
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  stopOnSignals(() => gateway.stop(), log);
  if (!openOutput(1).write(gatewayWelcome(gateway, options.folder))) {
    log.warn('standard output cannot be written, so the welcome was not printed');
  }
}

/** The text for an operator after the start: the console, and how a world joins. */
function gatewayWelcome(
  { url, newAdminToken, firstJoinLine, worlds }: RunningGateway,
  folder: string,
): string {
  const count = worlds.all().length;
  const lines = [
    consoleLine(url, new BuiltConsole({ page: GATEWAY_PAGE })),
    '',
    `A gateway for ${count === 0 ? 'a new fleet' : `${count} ${count === 1 ? 'world' : 'worlds'}`}`,
    `  API      ${url}/v1/fleet, and ${url}/worlds/<world>/v1/pdapi for each world`,
    `  data     ${folder}`,
  ];
  if (firstJoinLine !== undefined) {
    lines.push(
      '',
      'A world can join with this line once within 15 minutes; palatine fleet join-code creates further ones:',
      '',
      `  npm start -- --join '${firstJoinLine}'`,
    );
  }
  lines.push(...newTokenLines(newAdminToken, url, '/v1/fleet/worlds'));
  return `${lines.map(visibleText).join('\n')}\n\n`;
}
