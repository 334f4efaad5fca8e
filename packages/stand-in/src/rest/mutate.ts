import type { ServerResponse } from 'node:http';
import type { GameClock } from '../game-clock.ts';
import type { AnswerFault } from '../variants.ts';
import type { Answer } from './answer.ts';

const HUGE_BYTES = 10 * 1024 * 1024;
const DRIP_MS = 250;
const HTML =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

/** Sends an answer, mutated or not. The request has had its effect by then. */
export async function send(
  response: ServerResponse,
  answer: Answer,
  fault: AnswerFault | undefined,
  clock: GameClock,
): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, type, body } = fault === undefined ? answer : mutated(answer, fault);
  const closes = response.req.headers.connection === 'close';
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    connection: closes ? 'close' : 'keep-alive', // said here, Node adds no hint that the game does not give
  });
  if (fault === 'drip') await drip(response, body, clock);
  else response.end(body);
}

function mutated(answer: Answer, fault: AnswerFault): Answer {
  switch (fault) {
    case 'truncated':
      return { ...answer, body: answer.body.subarray(0, Math.max(1, answer.body.length >> 1)) };
    case 'empty':
      return { ...answer, status: 200, body: Buffer.alloc(0) };
    case 'html':
      return { ...answer, status: 502, type: 'text/html', body: Buffer.from(HTML) };
    case 'htmlOk':
      return { ...answer, status: 200, type: 'text/html', body: Buffer.from(HTML) };
    case 'status500':
      return { ...answer, status: 500, body: Buffer.from('Internal Server Error') };
    case 'wrongShape':
      return { ...answer, body: Buffer.from('["a list where an object was expected", 1, null]') };
    case 'huge':
      return { ...answer, body: Buffer.concat([answer.body, Buffer.alloc(HUGE_BYTES, ' ')]) };
    case 'drip':
    case 'hang':
    case 'reset':
      return answer;
  }
}

async function drip(response: ServerResponse, body: Buffer, clock: GameClock): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += 1) {
    response.write(body.subarray(at, at + 1));
    await clock.pass(DRIP_MS);
  }
  response.end();
}
