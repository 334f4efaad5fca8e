import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** The other baseline: the usual way to write this route. The object of a file is serialised for every request. */

const players: unknown = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));

const app = fastify();
app.get('/v1/pdapi/players', () => players);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`at ${url}/v1/pdapi\n`);
