import assert from 'node:assert/strict';
import {
  fillPath,
  type GuildsReply,
  type PlayersReply,
  ROUTES,
  type RouteName,
  type RouteShape,
} from '@palatine/contract';
import type { TestService } from './start-service.ts';

/** The answers of read routes by path, and the id of the last event: every write emits one. */
export type Snapshot = Map<string, { etag: string; text: string }>;

/** The routes that change with most writes: cheap enough to read after every refusal. */
export const COMMON_PATHS = [ROUTES.getPlayers, ROUTES.getGuilds, ROUTES.getBanlist].map((route) =>
  fillPath(route),
);

/** Reads every read route for every player and guild. With a snapshot `before`, the service may answer 304. */
export async function takeSnapshot(service: TestService, before?: Snapshot): Promise<Snapshot> {
  const common = await snapshotOf(service, COMMON_PATHS, before);
  // apps/server/test/routes/reads.test.ts holds both routes to these shapes.
  const { Players } = JSON.parse(textAt(common, ROUTES.getPlayers)) as PlayersReply;
  const guilds = JSON.parse(textAt(common, ROUTES.getGuilds)) as GuildsReply;
  const uids = Players.map(({ PlayerUID }) => PlayerUID);
  const pathsFor = (name: RouteName, param: string, ids: readonly string[]) =>
    ids.map((id) => fillPath(ROUTES[name], { [param]: id }));
  const paths = [
    ...pathsFor('getGuild', 'guild_id', Object.keys(guilds)),
    ...(['getPlayer', 'getItems', 'getPals', 'getTechnologies', 'getProgression'] as const).flatMap((name) =>
      pathsFor(name, 'player_identifier', uids),
    ),
  ];
  const snapshot = new Map([...common, ...(await snapshotOf(service, paths, before))]);
  if (before !== undefined) assert.deepEqual([...snapshot.keys()], [...before.keys()]);
  return snapshot;
}

/** Reads these paths and the id of the last event. With a snapshot `before`, the service may answer 304. */
export async function snapshotOf(
  service: TestService,
  paths: readonly string[],
  before?: Snapshot,
): Promise<Snapshot> {
  const since = service.game.reads.newestEventId;
  const answers = paths.map(async (path) => {
    const cached = before?.get(path);
    const headers = cached?.etag ? { 'if-none-match': cached.etag } : {};
    const response = await service.fetch(path, { headers });
    const text = await response.text();
    const fresh = { etag: response.headers.get('etag') ?? '', text };
    return [path, response.status === 304 && cached ? cached : fresh] as const;
  });
  return new Map([...(await Promise.all(answers)), ['events', { etag: '', text: String(since) }]]);
}

export function assertUnchanged(before: Snapshot, after: Snapshot): void {
  for (const [path, { text: now }] of after) {
    const text = before.get(path)?.text ?? '';
    if (now !== text)
      assert.deepEqual(JSON.parse(now), JSON.parse(text), `a refusal changes nothing of ${path}`);
  }
}

function textAt(snapshot: Snapshot, route: RouteShape): string {
  return snapshot.get(fillPath(route))?.text ?? '';
}
