import { type Client, createClient, PalatineError } from '@palatine/client';
import {
  CATALOGUE_LANGUAGES,
  getFleetSession,
  type getSession,
  holds,
  mayCall,
  OFFLINE_PLAYERS,
  type RouteReply,
  type RouteShape,
  signInByLink,
} from '@palatine/contract';
import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { atFleet, place } from '../navigation/place.ts';
import { takeLinkCode } from './link-code.ts';

export type SessionFacts = RouteReply<typeof getSession>;

interface Session {
  readonly client: Client;
  /** For the routes of the fleet, of a page that a gateway serves; else the same. */
  readonly fleet: Client;
  readonly facts: SessionFacts;
}

/** Name of the tab's own storage that holds the token; it survives a reload, and ends with the tab. */
const TOKEN = `palatine.token${place.prefix}`;

export const session = signal<Session | undefined>(undefined);

/** The facts that the page is drawn with. They outlive a session that ended by itself: the page stays behind the sign-in. */
export const sessionFacts = signal<SessionFacts | undefined>(undefined);

/** Why the last session ended on its own; '' when it did not. */
export const endedBecause = signal('');

/** `chosen`: whether the session ended by a choice of the one who was signed in, and not on its own. */
type Cleanup = (how: { readonly chosen: boolean }) => void;

const cleanups = new Set<Cleanup>();

/** Runs when the session ends: streams close, caches are emptied. */
export function onSignOut(cleanup: Cleanup): void {
  cleanups.add(cleanup);
}

/** The answers that `public/theme.js` has asked for with the token of the tab, by address. */
type Started = Map<string, Promise<Response | undefined>>;
const { palatineStarted: started = new Map() } = globalThis as { palatineStarted?: Started };

/** Takes an answer that has been asked for already, once; the service answers all else. */
const fetchStarted: typeof fetch = async (target, init) => {
  const answer = started.get(String(target));
  started.delete(String(target));
  return (await answer) ?? fetch(target, init);
};

/** Signs in for this tab only. Rejects with the client's errors, or a TypeError for a bad token. */
export async function signIn(token: string): Promise<void> {
  if (token !== sessionStorage.getItem(TOKEN)) started.clear(); // they were for another one
  const options = { url: location.origin + place.api, token: token.trim(), fetch: fetchStarted };
  const client = createClient(options);
  const facts = await (atFleet ? fleetFacts(client) : client.getSession({ retry: false }));
  sessionStorage.setItem(TOKEN, token.trim());
  endedBecause.value = '';
  const offlinePlayers = holds(facts.Token.Permissions, OFFLINE_PLAYERS.permission);
  const watching = watched(createClient({ ...options, offlinePlayers }));
  const fleet =
    place.world === undefined
      ? watching
      : createClient({ url: location.origin + place.prefix, token: token.trim() });
  batch(() => {
    sessionFacts.value = facts;
    session.value = { client: watching, fleet, facts };
  });
}

/** Signs in with the link that opened the page, or after a reload with the token of the tab. */
export async function resumeSession(): Promise<void> {
  const code = takeLinkCode();
  if (code !== undefined) {
    const client = createClient({ url: location.origin + place.api, token: '-' }); // the code stands in for a token
    const options = { body: { Code: code }, retry: false, idempotencyKey: false } as const;
    return signIn((await client.call(signInByLink, options)).Token);
  }
  const token = sessionStorage.getItem(TOKEN);
  if (token === null) return;
  try {
    await signIn(token);
  } catch (error) {
    if (!(error instanceof PalatineError && error.status === 401)) throw error;
    endSession(error.message);
  }
}

/** Forgets the token and all that was read with it. */
export function signOut(): void {
  endSession('');
  sessionFacts.value = undefined;
}

/** Forgets the token, and keeps the page behind the sign-in. `reason`: why, for people; '' where it was their choice. */
function endSession(reason: string): void {
  sessionStorage.removeItem(TOKEN);
  endedBecause.value = reason;
  session.value = undefined;
  for (const cleanup of cleanups) cleanup({ chosen: reason === '' });
}

function signedIn(): Session {
  if (session.value === undefined) throw new Error('not signed in');
  return session.value;
}

export const client = (): Client => signedIn().client;

/** The client for the routes of the fleet, where a gateway serves the page. */
export const fleetClient = (): Client => signedIn().fleet;

export function may(route: Pick<RouteShape, 'permission'>): boolean {
  const { value } = sessionFacts;
  return value !== undefined && mayCall(value.Token.Permissions, route);
}

/** A client whose calls end the session when the token no longer counts. */
function watched(client: Client): Client {
  const watching: Client = new Proxy(client, {
    get(target, name: keyof Client) {
      const method = target[name];
      if (name === 'events' || name === 'positions' || typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        try {
          return await (method as (...args: unknown[]) => Promise<unknown>)(...args);
        } catch (error) {
          const isLast = session.peek()?.client === watching; // an answer to an earlier token ends nothing
          if (isLast && error instanceof PalatineError && error.status === 401) endSession(error.message);
          throw error;
        }
      };
    },
  });
  return watching;
}

/** A gateway's description of a token, in the form of a session. It names no world, so nothing that needs one is shown. */
async function fleetFacts(client: Client): Promise<SessionFacts> {
  const { Name, Permissions, Version } = await client.call(getFleetSession, { retry: false });
  return {
    Token: { Name, Permissions, AnswerForm: 'Flat' },
    Service: { Version, StartedAt: '', Simulated: false, Faults: false, PlayerResolution: 'Known' },
    World: { Name: '', Kind: 'Import', ImportedAt: '' },
    Limits: { MaxBodyBytes: Number.MAX_SAFE_INTEGER, RequestsPerSecond: 0 },
    Languages: [...CATALOGUE_LANGUAGES],
  };
}

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Between two looks at the clock, in ms. A timer of the whole length would stand still while the machine sleeps. */
const LOOK_MS = 5000;

const MINUTE_MS = 60_000;

/** Ends the session after `minutes` without use, 0 never, for a `reason` that the sign-in shows. @returns how to stop. */
export function watchIdle(minutes: ReadonlySignal<number>, reason: () => string, now = Date.now): () => void {
  let usedAtMs = now();
  const use = () => (usedAtMs = now());
  const look = () => {
    const limit = minutes.value;
    if (session.value !== undefined && limit > 0 && now() - usedAtMs >= limit * MINUTE_MS)
      endSession(reason());
  };
  const stopFollowing = effect(() => {
    if (session.value !== undefined) use(); // to sign in is to use it
  });
  for (const name of USES) addEventListener(name, use, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    stopFollowing();
    for (const name of USES) removeEventListener(name, use, { capture: true });
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
  };
}
