import { serve } from '@palatine/server/serve';
import pino from 'pino';

// Serves several worlds in one process, each with its own game: node world-process.ts <data folder>...

const log = pino({ level: process.env.PALATINE_LOG ?? 'silent' });
for (const data of process.argv.slice(2)) await serve({ data, port: 0, simulate: 'Never', log });
process.stdout.write('ready\n');
