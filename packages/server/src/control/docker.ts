import { ConfigError } from '../data-folder/config-error.ts';
import { isObject } from '../data-folder/is-object.ts';
import type { ControlSettings, ControlTools, ProcessState, ServerControl } from './control.ts';
import { ControlError } from './control-error.ts';
import { type DockerAddress, dockerAddress } from './docker-address.ts';
import {
  type DockerCall,
  type DockerResponse,
  DockerUnreachableError,
  dockerRequest,
} from './docker-request.ts';
import { firstLine } from './first-line.ts';
import { waitForState } from './wait-for-state.ts';

/** A name or id as Docker allows it, which is safe in a path. */
const CONTAINER = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{1,127}$/;
const READ_MS = 10_000;
/** Docker kills a container that has not stopped in its time, and then needs a moment itself. */
const SPARE_MS = 15_000;

type DockerSettings = Pick<
  ControlSettings,
  'Container' | 'Socket' | 'StopTimeoutSeconds' | 'StartTimeoutSeconds'
>;

interface Container {
  readonly name: string;
  readonly socket: string;
  readonly address: DockerAddress;
  readonly tools: ControlTools;
}

/**
 * The control of a container by the Docker Engine API, which needs three calls: inspect, stop and start of this
 * container. A container that is stopped so stays stopped under the restart policies `unless-stopped` and `always`.
 * Docker itself ends a container that has not stopped within `StopTimeoutSeconds`. Throws a ConfigError for a name or
 * an address that cannot be right.
 */
export function dockerControl(settings: DockerSettings, tools: ControlTools): ServerControl {
  const { Container: name, Socket: socket, StopTimeoutSeconds, StartTimeoutSeconds } = settings;
  if (!CONTAINER.test(name)) {
    throw new ConfigError('Control.Container must be the name or id of a container, as "docker ps" shows it');
  }
  const container: Container = { name, socket, address: dockerAddress(socket), tools };
  return {
    kind: 'Docker',
    acts: true,
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
    if (error instanceof DockerUnreachableError) return 'Unknown';
    throw error;
  }
}

/** The state in a response to `GET /containers/{id}/json`. A paused or restarting container is not stopped. */
function containerState(body: string): ProcessState {
  const state = ownValue(body, 'State');
  if (!isObject(state)) return 'Unknown';
  if (state.Running === true || state.Restarting === true || state.Paused === true) return 'Running';
  return state.Running === false && state.Status !== 'removing' ? 'Stopped' : 'Unknown';
}

/** A response is not the last word: the state is looked up after it, and also when a proxy gave up waiting. */
async function bringTo(
  container: Container,
  wanted: 'Stopped' | 'Running',
  path: string,
  seconds: number,
): Promise<void> {
  const { clock } = container.tools;
  const timeoutMs = seconds * 1000 + SPARE_MS;
  const endMs = clock.elapsed() + timeoutMs;
  const response = await askToAct(container, { method: 'POST', path, timeoutMs });
  if (response !== undefined) assertAccepted(container, wanted, response);
  const leftMs = endMs - clock.elapsed();
  if (await waitForState(() => stateOf(container), wanted, clock, leftMs)) return;
  throw new ControlError(
    `the container ${container.name} is not ${wanted.toLowerCase()} ${seconds} seconds after Docker was asked for it`,
  );
}

/** Undefined where the request was sent and no response came: it may be done all the same. */
async function askToAct(container: Container, call: DockerCall): Promise<DockerResponse | undefined> {
  try {
    return await ask(container, call);
  } catch (error) {
    if (!(error instanceof DockerUnreachableError)) throw error;
    const { code } = error;
    if (['TIMEOUT', 'ECONNRESET', 'EPIPE', 'TOO_LARGE'].includes(code)) return undefined;
    throw new ControlError(`Docker cannot be reached at ${container.socket}: ${reachHint(code)}`, {
      cause: error,
    });
  }
}

function ask({ name, address, tools }: Container, { path, ...call }: DockerCall): Promise<DockerResponse> {
  return dockerRequest(address, { ...call, path: `/containers/${name}/${path}` }, tools.clock);
}

/** 204 is done, and 304 that there was nothing to do. */
function assertAccepted(
  { name }: Container,
  wanted: 'Stopped' | 'Running',
  { status, body }: DockerResponse,
): void {
  if (status === 204 || status === 304) return;
  const verb = wanted === 'Stopped' ? 'stop' : 'start';
  const message = ownValue(body, 'message');
  const said = firstLine(typeof message === 'string' ? message : body);
  const told = said === '' ? '' : `: ${said}`;
  if (status === 404) throw new ControlError(`Docker has no container ${name}${told}`);
  if (status === 403) {
    throw new ControlError(
      `the socket proxy does not let containers be ${wanted === 'Stopped' ? 'stopped' : 'started'} (403${told}); it has ` +
        `to allow POST /containers/${name}/stop and /start, and GET /containers/${name}/json`,
    );
  }
  throw new ControlError(`Docker did not ${verb} the container ${name} (${status}${told})`);
}

/** A property of the JSON object in a body; undefined where it has none, or is no such object. */
function ownValue(body: string, key: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

function reachHint(code: string): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such socket; is Docker running, and is the socket mounted?';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not open the socket; use a socket proxy, or let the user into the group docker';
    case 'ECONNREFUSED':
      return 'nobody listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no machine has this name';
    default:
      return code;
  }
}
