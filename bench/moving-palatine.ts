import { serve } from '@palatine/server/service/serve.ts';
import pino from 'pino';
import { reportServing } from './report-serving.ts';

/** Palatine over the data folder given, with its players moving 10 times a second and nobody coming or going. */

const log = pino({ level: 'warn' }, pino.destination(2));
const data = process.argv[2] as string; // bench/servers.ts gives it
reportServing(await serve({ data, port: 0, simulate: 'Moving', log }));
