import { isObject } from '../data-folder/is-object.ts';
import type { ProcessState } from './control.ts';

/** The state in a response to `GET /containers/{id}/json`. A paused or restarting container is not stopped. */
export function containerState(body: string): ProcessState {
  const state = at(parse(body), 'State');
  if (!isObject(state)) return 'Unknown';
  if (state.Running === true || state.Restarting === true || state.Paused === true) return 'Running';
  return state.Running === false && state.Status !== 'removing' ? 'Stopped' : 'Unknown';
}

/**
 * Memory in a response to `GET /containers/{id}/stats?stream=false`, in bytes, without the file cache, as
 * `docker stats` counts it.
 */
export function containerMemory(body: string): number | undefined {
  const memory = at(parse(body), 'memory_stats');
  const usage = numberAt(memory, 'usage') ?? numberAt(memory, 'privateworkingset'); // the latter on Windows
  if (usage === undefined) return undefined;
  const stats = at(memory, 'stats');
  // Under these names in the first and second version of control groups.
  const cache = numberAt(stats, 'total_inactive_file') ?? numberAt(stats, 'inactive_file') ?? 0;
  return cache < usage ? usage - cache : usage;
}

/** The text of an error of the engine; the whole body where it has another shape. */
export function errorMessage(body: string): string {
  const message = at(parse(body), 'message');
  return typeof message === 'string' ? message : body;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = at(value, key);
  return typeof found === 'number' && found >= 0 ? found : undefined;
}
