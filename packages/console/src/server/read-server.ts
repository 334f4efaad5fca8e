import type { ServerStatus } from '@palatine/contract';
import { clock } from '../data/clock.ts';
import type { Resource } from '../data/resource.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { client } from '../session/session.ts';

/** The state of the game server moves without events, too: its figures, and the age of its save. */
const ticks = clock(5000);

/** The status of the game server, read anew every 5 s and when an event says so. */
export function useServerStatus(): Resource<ServerStatus> {
  const status = useResource((signal) => {
    void ticks.value; // followed: each tick reads anew
    return client().getServer({ signal });
  });
  useTouch(status, ({ Type }) => /^(server|maintenance|delivery)\./.test(Type));
  return status;
}
