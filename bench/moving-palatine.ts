import { serve } from '@palatine/server/service/serve.ts';
import pino from 'pino';

/** Palatine over the data folder given, with its players moving 10 times a second and nobody coming or going. */

const log = pino({ level: 'warn' }, pino.destination(2));
const service = await serve({ data: process.argv[2] as string, port: 0, simulate: 'Moving', log });
process.on('SIGTERM', () => {
  service.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.stdout.write(`at ${service.url}/v1/pdapi\n`);
