import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { GameServer } from '../game-server.ts';
import { READS, WRITES } from '../variants.ts';
import { type Answer, badRequest, engineError, textAnswer } from './answer.ts';
import { send } from './mutate.ts';
import { READ_ANSWERS } from './reads.ts';
import { type Body, WRITE_ANSWERS } from './writes.ts';

const BASE = '/v1/api/';
const MAX_SEEN = 10_000;

export function restServer(game: GameServer): Server {
  const server = createServer((request, response) => {
    void serve(game, request, response).catch((error: unknown) => {
      process.stderr.write(`stand-in: ${String(error)}\n`);
      response.destroy();
    });
  });
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    server.keepAliveTimeout = game.variants.idleCloseMs;
    socket.setNoDelay(true);
  });
  return Object.assign(server, { keepAliveTimeoutBuffer: 0 }); // Node adds a second otherwise
}

async function serve(game: GameServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await buffer(request)).toString();
  await game.answering();
  const method = request.method ?? '';
  const path = (request.url ?? '').split('?')[0] ?? '';
  const body = parsed(text);
  response.sendDate = false;
  const answer = await answerTo(game, request, path, body);
  const status = answer?.status ?? 0;
  game.seen.push({ atMs: game.clock.now(), method, path, status, body: body ?? null });
  if (game.seen.length > MAX_SEEN) game.seen.shift();
  if (answer === undefined) {
    response.socket?.destroy();
    return;
  }
  const outcome = status === 401 ? '/ Unauthorized' : `${path} ${answer.outcome}`;
  game.log.event(`REST accessed endpoint ${outcome}`);
  await game.clock.running();
  await send(response, answer, game.answerFaults.next(path.slice(BASE.length)), game.clock);
}

/** The engine looks at the length and the route first, then the game at the password and the body (not proved). */
async function answerTo(
  game: GameServer,
  request: IncomingMessage,
  path: string,
  body: Body | undefined,
): Promise<Answer | undefined> {
  const isPost = request.method === 'POST';
  if (isPost && request.headers['content-length'] === undefined) {
    return engineError(411, 'missing_content_length_header');
  }
  const endpoint = path.startsWith(BASE) ? path.slice(BASE.length) : '';
  const read = request.method === 'GET' ? READS.find((name) => name === endpoint) : undefined;
  const write = isPost ? WRITES.find((name) => name === endpoint) : undefined;
  if (read === undefined && write === undefined) return engineError(404, 'route_handler_not_found');
  const refused = unauthorized(game, request.headers.authorization);
  if (refused !== undefined) return refused;
  if (read !== undefined) return READ_ANSWERS[read](game);
  return write === undefined || body === undefined ? badRequest() : await WRITE_ANSWERS[write](game, body);
}

function unauthorized(game: GameServer, header: string | undefined): Answer | undefined {
  const password = game.password();
  if (password === '') return textAnswer(401, 'Unauthorized (AdminPassword is empty)');
  const expected = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return header === expected ? undefined : textAnswer(401, 'Unauthorized');
}

/** An empty object for an empty body; undefined for anything but a JSON object. */
function parsed(text: string): Body | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
