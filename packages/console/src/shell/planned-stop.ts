import { getServer } from '@palatine/contract';
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { controlKind } from '../actions/server-control.ts';
import { useEvery } from '../data/use-every.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { client, may, sessionFacts } from '../session/session.ts';

/** A countdown that has begun a moment ago says soon when it ends. */
const SOON_MS = 1000;

const planned = signal(0);

/** When the game server stops at the latest, in ms since 1970; 0 while nothing counts down. */
export const stopAtMs: ReadonlySignal<number> = planned;

/** Follows the countdown of a maintenance and who stops the server, by events alone, for the life of the component. */
export function usePlannedStop(): void {
  const follows = sessionFacts.value?.World.Kind === 'Attached' && may(getServer);
  const server = useResource(
    async (signal) => (follows ? client().getServer({ signal }) : undefined),
    [follows],
  );
  useTouch(server, ({ Type }) => follows && /^(maintenance|server)\./.test(Type));
  const { Control, Maintenance } = server.value.value ?? {};
  const { Step, StopAt } = Maintenance?.Running ?? {};
  useEvery(SOON_MS, [server], Step === 'Countdown' && StopAt === undefined);
  useEffect(() => {
    controlKind.value = Control?.Kind;
  }, [Control?.Kind]);
  useEffect(() => {
    planned.value = StopAt === undefined ? 0 : Date.parse(StopAt);
    return () => {
      planned.value = 0;
    };
  }, [StopAt]);
}
