import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** The second baseline: Fastify's usual way to write this route, serializing an object for every request. */

const players: unknown = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));

const app = fastify();
app.get('/v1/pdapi/players', () => players);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`at ${url}/v1/pdapi\n`);
