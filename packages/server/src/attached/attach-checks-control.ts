import { serverControl } from '../control/server-control.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { ServerFile } from '../data-folder/server-file.ts';
import { type AttachCheck, missing, ok, warning } from './attach-options.ts';

const CHECK = 'control';

/**
 * Whether the one who is to stop and start the game server can be asked about it. Nothing is stopped or started.
 * @param given by this call: then what cannot be asked is missing; else it is a warning
 */
export async function controlCheck(settings: ServerFile['Control'], given: boolean): Promise<AttachCheck> {
  const bad = given ? missing : warning;
  try {
    const control = serverControl(settings);
    if (!control.acts) {
      return ok(
        CHECK,
        'somebody else stops and starts the server: what waits is delivered when it is found stopped',
      );
    }
    const state = await control.state();
    const name = nameOf(settings);
    if (state !== 'Unknown') return ok(CHECK, `${name} is ${state.toLowerCase()}`);
    if (settings.Kind === 'Commands' && settings.Status.length === 0) {
      return ok(
        CHECK,
        `${name}; without Control.Status, only their exit codes tell whether they have worked`,
      );
    }
    return bad(CHECK, `${name} cannot be asked about the game server`, todoOf(settings));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return bad(CHECK, error.message, 'correct Control in Server.json, or give --control again');
  }
}

function nameOf({ Kind, Container, Stop }: ServerFile['Control']): string {
  if (Kind === 'Docker') return `the container ${Container}`;
  return `the command ${Stop[0] ?? ''}`;
}

function todoOf({ Kind, Socket, Container }: ServerFile['Control']): string {
  if (Kind === 'Docker') {
    return `let this user reach the Docker Engine at ${Socket} (Control.Socket), better through a socket proxy, and name the container as "docker ps" shows it, not ${Container} if that is another`;
  }
  return 'see whether the program of Control.Status ends with 0 while the server runs and 3 while it is stopped';
}
