import { readFileSync } from 'node:fs';
import { freePort } from '../harness/free-ports.ts';
import { openControlPort } from './control/control-port.ts';
import { serverCommands } from './control/execute.ts';
import { GameServer } from './game-server.ts';
import { writeRestPort } from './game-settings.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { supervise } from './supervisor.ts';

async function runServer(options: Options): Promise<void> {
  const game = new GameServer({
    ...options,
    password: options.passwordFile === null ? null : readFileSync(options.passwordFile, 'utf8').trimEnd(),
    print: (line) => process.stdout.write(`${line}\n`),
    exit: (code) => process.exit(code),
  });
  process.on('SIGTERM', () => void game.terminate());
  process.on('SIGINT', () => void game.terminate());
  const execute = serverCommands(game);
  if (process.send === undefined) {
    const control = await openControlPort(options.controlPort, execute);
    process.stderr.write(`stand-in: commands on port ${control.port}\n`);
    await game.boot();
    return;
  }
  process.on('disconnect', () => process.exit(1)); // whoever started it is gone
  const control = await openControlPort(options.controlPort, execute);
  const message = { port: options.port, controlPort: control.port };
  process.send({ ready: 'control', ...message });
  await game.boot();
  process.send({ ready: 'serving', ...message });
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.port === 0) {
    options.port = await freePort(); // known before the server listens, as it is from the settings of a real one
    writeRestPort(options.saveFolder, options.port);
  }
  if (options.supervised) await supervise(options);
  else await runServer(options);
}

main().catch((error: unknown) => {
  process.stderr.write(`stand-in: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exit(1);
});
