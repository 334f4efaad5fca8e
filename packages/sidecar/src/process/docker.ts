import { isIP } from 'node:net';
import { hostOf, isPrivateAddress } from '@palatine/platform/address-policy';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import {
  type ConnectionPolicy,
  type HttpCall,
  HttpClient,
  type HttpResponse,
  NoResponseError,
} from '@palatine/platform/http-client';
import { isObject, jsonOrUndefined } from '@palatine/platform/json';
import type { ProcessState } from '../rest/server-facts.ts';
import {
  ControlError,
  type ControlSettings,
  type ControlTools,
  firstLine,
  type ServerControl,
  waitForState,
} from './control.ts';

type DockerCall = Pick<HttpCall, 'method' | 'path' | 'timeoutMs'>;

/** A valid name or id of a container, which is safe in a path. */
const CONTAINER = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{1,127}$/;
const DEFAULT_TCP_PORT = 2375;
const BODY_BYTES = 1024 * 1024;
const READ_MS = 10_000;
/** Docker kills a container that has not stopped in time, which takes a moment. */
const SPARE_MS = 15_000;

interface Container {
  readonly name: string;
  readonly socket: string;
  readonly http: HttpClient;
  readonly clock: Clock;
}

/**
 * Control of a container by the Docker Engine API, with three calls: inspect, stop and start of this container. A
 * container stopped by it stays stopped under the restart policies `unless-stopped` and `always`. Docker itself kills a
 * container that has not stopped within `StopTimeoutSeconds`. Throws a ConfigError for an invalid name or address.
 */
export function dockerControl(settings: ControlSettings, tools: ControlTools): ServerControl {
  const { Container: name, Socket: socket, StopTimeoutSeconds, StartTimeoutSeconds } = settings;
  if (!CONTAINER.test(name)) {
    throw new ConfigError('Control.Container must be the name or id of a container, as "docker ps" shows it');
  }
  const { clock } = tools;
  const container: Container = { name, socket, clock, http: new HttpClient({ clock, ...engineAt(socket) }) };
  return {
    isAutomatic: true,
    state: () => stateOf(container),
    stop: () => bringTo(container, 'Stopped', `stop?t=${Math.ceil(StopTimeoutSeconds)}`, StopTimeoutSeconds),
    start: () => bringTo(container, 'Running', 'start', StartTimeoutSeconds),
  };
}

async function stateOf(container: Container): Promise<ProcessState> {
  try {
    const { status, body } = await ask(container, { method: 'GET', path: 'json', timeoutMs: READ_MS });
    return status === 200 ? containerState(body) : 'Unknown';
  } catch (error) {
    if (error instanceof NoResponseError) return 'Unknown';
    throw error;
  }
}

/** State in a response to `GET /containers/{id}/json`. A paused or restarting container is not stopped. */
function containerState(body: Buffer): ProcessState {
  const state = ownValue(body, 'State');
  if (!isObject(state)) return 'Unknown';
  if (state.Running === true || state.Restarting === true || state.Paused === true) return 'Running';
  return state.Running === false && state.Status !== 'removing' ? 'Stopped' : 'Unknown';
}

/** A response is not final: the state is read afterwards, even if a proxy timed out. */
async function bringTo(container: Container, target: 'Stopped' | 'Running', path: string, seconds: number) {
  const { clock } = container;
  const timeoutMs = seconds * 1000 + SPARE_MS;
  const endMs = clock.elapsed() + timeoutMs;
  const response = await askToAct(container, { method: 'POST', path, timeoutMs });
  if (response !== undefined) assertAccepted(container, target, response);
  if (await waitForState(() => stateOf(container), target, clock, endMs - clock.elapsed())) return;
  throw new ControlError(
    `the container ${container.name} is not ${target.toLowerCase()} ${seconds} seconds after Docker was asked for it`,
  );
}

/** Undefined if there was no response to the request: it may have succeeded. */
async function askToAct(container: Container, call: DockerCall): Promise<HttpResponse | undefined> {
  try {
    return await ask(container, call);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (['TIMEOUT', 'ECONNRESET', 'TOO_LARGE'].includes(error.code)) return undefined;
    const why = `Docker cannot be reached at ${container.socket}: ${REACH_HINTS[error.code] ?? error.message}`;
    throw new ControlError(why, { cause: error });
  }
}

function ask({ name, http }: Container, { path, ...call }: DockerCall): Promise<HttpResponse> {
  return http.send({ ...call, path: `/containers/${name}/${path}`, maxBodyBytes: BODY_BYTES });
}

/** 204: done. 304: nothing to do. */
function assertAccepted({ name }: Container, target: 'Stopped' | 'Running', { status, body }: HttpResponse) {
  if (status === 204 || status === 304) return;
  const verb = target === 'Stopped' ? 'stop' : 'start';
  const message = ownValue(body, 'message');
  const text = firstLine(typeof message === 'string' ? message : body.toString());
  const detail = text === '' ? '' : `: ${text}`;
  if (status === 404) throw new ControlError(`Docker has no container ${name}${detail}`);
  if (status === 403) {
    throw new ControlError(
      `the socket proxy does not let containers be ${target === 'Stopped' ? 'stopped' : 'started'} (403${detail}); it has ` +
        `to allow POST /containers/${name}/stop and /start, and GET /containers/${name}/json`,
    );
  }
  throw new ControlError(`Docker did not ${verb} the container ${name} (${status}${detail})`);
}

/** A property of the JSON object in a body; undefined without one. */
function ownValue(body: Buffer, key: string): unknown {
  const value = jsonOrUndefined(body.toString());
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const NOT_ALLOWED =
  'this user has no access to the socket; use a socket proxy, or let the user into the group docker';
const NO_MACHINE = 'no machine has this name';
const REACH_HINTS: Partial<Record<string, string>> = {
  ENOENT: 'there is no such socket; is Docker running, and is the socket mounted?',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: NO_MACHINE,
  EAI_AGAIN: NO_MACHINE,
};

/** A name without a dot, such as another service of the same compose file. */
const SERVICE_NAME = /^[a-z0-9]([a-z0-9_-]{0,62})$/i;
const PRIVATE_BECAUSE =
  'the Docker Engine is not used over an open network, because anyone with access is root there; use a socket proxy ' +
  'on this machine, or a private address';

/**
 * Parses a path (`/var/run/docker.sock`), `unix://` with one, a named pipe of Windows (`//./pipe/docker_engine`,
 * also with `npipe://`), and `tcp://` with a host and port. Anyone with access to the Docker Engine is root on its
 * machine, and `tcp://` has neither encryption nor authentication, so it is accepted for this machine, private addresses
 * and names of compose services only. Throws a ConfigError for anything else.
 */
function engineAt(socket: string): ConnectionPolicy & { origin: string } {
  const path = socketPathOf(socket);
  if (path !== undefined) return { origin: 'http://localhost', socketPath: path };
  // Except for http, URL keeps the host as it is written.
  const isAddress = /^(tcp|http):\/\/[^/?#@]+\/?$/i.test(socket);
  const url = isAddress ? URL.parse(socket.replace(/^tcp:/i, 'http:')) : null;
  if (url === null) {
    throw new ConfigError(
      'Control.Socket must be the path of a socket, such as "/var/run/docker.sock", a named pipe, such as ' +
        '"//./pipe/docker_engine", or the address of a socket proxy, such as "tcp://127.0.0.1:2375"',
    );
  }
  const host = hostOf(url);
  if (isIP(host) === 0 ? !SERVICE_NAME.test(host) : !isPrivateAddress(host)) {
    throw new ConfigError(`Control.Socket leads to ${host}: ${PRIVATE_BECAUSE}`);
  }
  return {
    origin: `http://${url.hostname}:${url.port || DEFAULT_TCP_PORT}`,
    privateBecause: PRIVATE_BECAUSE,
  };
}

function socketPathOf(socket: string): string | undefined {
  const path = socket.replace(/^(unix|npipe):\/\//i, '');
  if (path.includes('\0') || path.length > 200) return undefined;
  if (/^[\\/]{2}\.[\\/]pipe[\\/][\w.-]+$/i.test(path)) return path.replaceAll('/', '\\');
  return path.startsWith('/') && !path.startsWith('//') ? path : undefined;
}
