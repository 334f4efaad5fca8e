import { openControlPort } from './control/control-port.ts';
import { freePort } from './free-ports.ts';
import { writeRestPort } from './game-settings.ts';
import { type Options, passwordOf, readOptions, USAGE } from './options.ts';

async function runServer(options: Options): Promise<void> {
  const { GameServer } = await import('./game-server.ts'); // takes long to load, and a supervisor needs none of it
  const { serverCommands } = await import('./control/execute.ts');
  const game = new GameServer({
    ...options,
    password: passwordOf(options),
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
  process.on('disconnect', () => process.exit(1)); // the parent has exited
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
  if (!options.supervised) return await runServer(options);
  const { supervise } = await import('./supervisor.ts');
  await supervise(options);
}

main().catch((error: unknown) => {
  process.stderr.write(`stand-in: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exit(1);
});
