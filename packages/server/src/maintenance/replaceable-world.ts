import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { readWorldOrigin, type WorldOrigin } from '../store/world-origin.ts';

/** Throws a ConfigError, which says what world it is, when the folder holds one that may not be replaced unasked. */
export function assertNoWorld(data: DataPaths): void {
  if (!holdsWorld(data)) return;
  throw new ConfigError(
    `${data.world} holds ${worldText(readWorldOrigin(data.world))}; --replace puts it aside and takes the new one`,
  );
}

/** Likewise; but a demo world that nobody has changed gives way to a world of one's own. */
export function assertNoChangedWorld(data: DataPaths): void {
  if (!holdsWorld(data)) return;
  const { origin, firstWriteMs } = readWorldOrigin(data.world);
  if (origin !== 'demo' || firstWriteMs !== undefined) assertNoWorld(data);
}

function worldText({ name, origin, createdAtMs, firstWriteMs }: WorldOrigin): string {
  if (origin === 'save') return `the world "${name}" already, imported ${timeText(createdAtMs)}`;
  if (firstWriteMs === undefined) return `a demo world already, made ${timeText(createdAtMs)}`;
  return `a demo world that has been changed since ${timeText(firstWriteMs)}`;
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
