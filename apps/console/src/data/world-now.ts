import {
  getHealthDetails,
  getServer,
  getWorld,
  type HealthDetails,
  type ServerStatus,
  type WorldReply,
} from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { atFleet } from '../navigation/place.ts';
import { client, may, sessionFacts } from '../session/session.ts';
import { type Resource, resource } from './resource.ts';
import { useRefreshEvery } from './use-resource.ts';

/** The world, read once for the frame and its pages. Nothing for a token that may not read it, and at a fleet. */
export const worldNow: Resource<WorldReply> = resource(async (signal) =>
  may(getWorld) && !atFleet ? client().getWorld({ signal }) : undefined,
);

/** The health of the service, likewise. */
export const healthNow: Resource<HealthDetails> = resource(async (signal) =>
  may(getHealthDetails) && !atFleet ? client().getHealthDetails({ signal }) : undefined,
);

/** The game server, likewise; nothing without one. */
export const serverNow: Resource<ServerStatus> = resource(async (signal) =>
  sessionFacts.value?.World.Kind === 'Attached' && may(getServer)
    ? client().getServer({ signal })
    : undefined,
);

/** Whether a person has to stop and start the game server: the service asks for it and waits. */
export const isStoppedByHand = (): boolean => serverNow.value.value?.Control.Kind === 'Somebody';

/** The figures move: a page that shows them reads them again after this many ms. */
const EVERY_MS = 5000;

/** Reads them again while a page shows them: at once where they are old, then every few seconds. */
export function useFigures(figures: readonly Resource<unknown>[], when = true): void {
  useEffect(() => {
    for (const { loading, readAtMs, refresh } of figures) {
      if (!loading.peek() && Date.now() - readAtMs.peek() > EVERY_MS) void refresh();
    }
  }, []);
  useRefreshEvery(EVERY_MS, figures, when);
}
