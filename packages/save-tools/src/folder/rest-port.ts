import { join } from 'node:path';
import { systemClock } from '@palatine/platform/clock';
import { orElse } from '@palatine/platform/config-error';
import { HttpClient, type HttpResponse, NoResponseError } from '@palatine/platform/http-client';
import { fieldsOf } from '@palatine/platform/json';
import { iniRestPort, parseSettingsIni, settingsFiles } from './settings-ini.ts';

const DEFAULT_REST_PORT = 8212;
/** From `Pal/Saved/SaveGames/0/<world>`. */
const SAVED = '../../..';

/** REST ports of the game server by the settings above the world, or its default. */
export function restPorts(folder: string): number[] {
  const files = settingsFiles(join(folder, SAVED), 'PalWorldSettings.ini');
  const ports = new Set(files.flatMap(({ text }) => iniRestPort(parseSettingsIni(text)) ?? []));
  return ports.size === 0 ? [DEFAULT_REST_PORT] : [...ports];
}

const MAX_BODY_BYTES = 64 * 1024;
const ANSWER_MS = 1500;

/** Kind of answer on a local port. `silence`: it accepts connections but does not answer, like a paused server. */
type PortAnswer = 'game server' | 'silence' | undefined;

/** Requests the server's info without a password, within a time limit. */
export async function answerOnPort(port: number, timeoutMs = ANSWER_MS): Promise<PortAnswer> {
  const http = new HttpClient({ origin: `http://127.0.0.1:${port}`, clock: systemClock });
  try {
    const limits = { timeoutMs, maxBodyBytes: MAX_BODY_BYTES };
    return classify(await http.send({ method: 'GET', path: '/v1/api/info', ...limits }));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.partial !== undefined) return classify(error.partial); // the beginning is enough
    // Anything but HTTP, or a connection closed without a response, is not the game.
    return error.sent && error.code === 'TIMEOUT' ? 'silence' : undefined;
  }
}

/** Whether a response to GET /v1/api/info is the game's. The content type is unreliable: JSON comes as text at times. */
function classify({ status, body }: HttpResponse): PortAnswer {
  const text = new TextDecoder().decode(body); // without a byte order mark
  const isOfGame =
    text.includes('errors.com.epicgames.httpserver') ||
    ((status === 401 || status === 200) && text.trimStart().startsWith('Unauthorized')) ||
    (status === 200 && hasWorld(text));
  return isOfGame ? 'game server' : undefined;
}

function hasWorld(body: string): boolean {
  const fields = orElse(undefined, () => fieldsOf(JSON.parse(body)));
  return fields?.has('version') === true && fields.has('servername');
}
