import { request } from 'node:http';
import { isObject } from '../../data-folder/is-object.ts';

const MAX_BODY_CHARS = 64 * 1024;
const ANSWER_MS = 1500;

/**
 * What answers on a port of this machine: the REST interface of a game server; something that takes the connection
 * and then says nothing, as a game server does that its image has paused; another program; or nobody.
 */
export type PortAnswer = 'game server' | 'silence' | 'another program' | 'nobody';

/** Asks for the facts of the server, without a password, and waits so long at most. */
export function answerOnPort(port: number, answerMs = ANSWER_MS): Promise<PortAnswer> {
  return new Promise((resolve) => {
    let connected = false;
    let answer: { status: number | undefined; body: string } | undefined;
    const settle = (said: PortAnswer) => {
      clearTimeout(timer);
      call.destroy();
      resolve(said);
    };
    const judge = () => {
      if (answer !== undefined)
        return settle(isOfGame(answer.status, answer.body) ? 'game server' : 'another program');
      settle(connected ? 'silence' : 'nobody');
    };
    const timer = setTimeout(judge, answerMs);
    const call = request({ host: '127.0.0.1', port, path: '/v1/api/info', agent: false }, (response) => {
      const begun = { status: response.statusCode, body: '' };
      answer = begun;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        begun.body += text;
        if (begun.body.length >= MAX_BODY_CHARS) judge();
      });
      response.on('close', judge); // also when the connection breaks: the beginning says enough
      response.on('error', judge);
    });
    call.on('socket', (socket) => socket.on('connect', () => (connected = true)));
    // What is no HTTP, or closes the connection without a word, is not the game.
    call.on('error', () =>
      answer === undefined ? settle(connected ? 'another program' : 'nobody') : judge(),
    );
    call.end();
  });
}

/**
 * Whether an answer to GET /v1/api/info is the game's: its facts, its refusal of a call without a password, or an
 * error of the engine's own web server. The content type says nothing: the game sends JSON as text at times.
 */
export function isOfGame(status: number | undefined, body: string): boolean {
  if (body.includes('errors.com.epicgames.httpserver')) return true;
  if (status === 401) return body.trimStart().startsWith('Unauthorized');
  return status === 200 && hasWorld(body);
}

function hasWorld(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
    if (!isObject(value)) return false;
    const keys = Object.keys(value).map((key) => key.toLowerCase());
    return keys.includes('version') && keys.includes('servername');
  } catch {
    return false;
  }
}
