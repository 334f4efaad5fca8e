import { isObject } from '../../data-folder/is-object.ts';
import { systemClock } from '../../game/clock.ts';
import { HttpClient, type HttpResponse, NoResponseError } from '../../outgoing/http-client.ts';

const MAX_BODY_BYTES = 64 * 1024;
const ANSWER_MS = 1500;

/**
 * What answers on a port of this machine: the REST interface of a game server; something that takes the connection
 * and then says nothing, as a game server does that its image has paused; another program; or nobody.
 */
export type PortAnswer = 'game server' | 'silence' | 'another program' | 'nobody';

/** Asks for the facts of the server, without a password, and waits so long at most. */
export async function answerOnPort(port: number, answerMs = ANSWER_MS): Promise<PortAnswer> {
  const http = new HttpClient({ origin: `http://127.0.0.1:${port}`, clock: systemClock });
  try {
    return judge(
      await http.send({
        method: 'GET',
        path: '/v1/api/info',
        timeoutMs: answerMs,
        maxBodyBytes: MAX_BODY_BYTES,
      }),
    );
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.begun !== undefined) return judge(error.begun); // the beginning says enough
    if (!error.sent) return 'nobody';
    // What is no HTTP, or closes the connection without a word, is not the game.
    return error.code === 'TIMEOUT' ? 'silence' : 'another program';
  }
}

function judge({ status, body }: HttpResponse): PortAnswer {
  return isOfGame(status, body.toString()) ? 'game server' : 'another program';
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
