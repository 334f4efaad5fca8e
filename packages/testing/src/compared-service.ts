import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  ALL_ROUTES,
  type controlSimulation,
  grantedOf,
  PALATINE_PATH,
  Refusal,
  type RouteBody,
  type RouteShape,
} from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import { type DataPaths, dataPaths } from '@palatine/data-dir/data-folder';
import type { CommandCall, Query, WriteCall } from '@palatine/engine/calls';
import { liveSettings } from '@palatine/engine/config';
import { openStore } from '@palatine/engine/store';
import { type CachedResponse, serialize } from '@palatine/platform/response-bytes';
import { makeDemoWorld } from '@palatine/world/demo';
import { FaultInjector, type GameContext } from '@palatine/world/game-context';
import type { MirroredChange } from '@palatine/world/mirror-part';
import { QUERIES, type QueryName } from '@palatine/world/queries';
import { ANY_TEMPLATES } from '@palatine/world/testing/any-command';
import { NO_FILES } from '@palatine/world/testing/archive-files';
import type { World } from '@palatine/world/world';
import { startService, type TestService } from './start-service.ts';
import { TestClock } from './test-clock.ts';
import { catalogue } from './worlds.ts';

const NOW_MS = Date.UTC(2026, 6, 12);
const SIZES = { players: 7, online: 5, palsPerPlayer: 4, guilds: 2, camps: 3 };
const ISSUER = { id: 'panel', name: 'Panel', ip: '192.0.2.1', permissions: ['*'] };
/** Where everybody is, is stored so often. */
const SAVE_LOCATIONS_MS = 30_000;

const CALM = { PlayerManagerAvailable: true, BaseCampManagerAvailable: true };

const ASKED: { readonly [Name in QueryName]?: readonly Record<string, unknown>[] } = {
  searchPlayers: [{}, { Banned: true }, { Status: 'Online', Sort: 'Place' }, { Find: 'a', Sort: 'PalCount' }],
  searchGuilds: [{}, { Find: 'a' }],
  searchPals: [{ Limit: 500 }, { Text: 'a', Sort: 'Species' }, { Duplicates: true }],
  getMapMarks: [{}, { Layers: 'Summoned,Drops' }],
  getPastEvents: [{}, { Types: 'player.banned' }],
  find: [{ Text: 'a' }, { Text: 'Zo' }],
};

/** Every query of every player, guild, base, some items and some Pals of a world, and of nobody and nothing. */
export function queriesOf({ accounts, guilds, camps, characters }: World): Query[] {
  const uids = [...accounts.keys()];
  const [first] = accounts.values();
  const values: Record<string, readonly string[]> = {
    player_identifier: [...uids, first?.userId ?? '', 'steam_nobody'],
    uid: [...uids, 'nobody'],
    guild_id: [...guilds.keys(), 'no guild'],
    base_camp_id: [...camps.keys(), 'no camp'],
    item_id: ['Wood', 'Money', 'PalSphere', 'NoSuchThing'],
    id: [...characters.keys()].slice(0, 3).concat([...characters.keys()].slice(-2)),
  };
  return (Object.keys(QUERIES) as QueryName[]).flatMap((name) => {
    const { path, base, query, wrapped, optionalPermissions = {} }: RouteShape = ALL_ROUTES[name];
    const [, param] = /:(\w+)/.exec(path) ?? [];
    const params =
      param === undefined ? [{}] : (values[param] ?? assert.fail(param)).map((value) => ({ [param]: value }));
    const forms = wrapped === undefined ? (['Flat'] as const) : (['Flat', 'Wrapped'] as const);
    const granted = grantedOf(ISSUER.permissions, optionalPermissions);
    const input =
      base === PALATINE_PATH || query !== undefined
        ? (ASKED[name] ?? [{}]).map((values) => ({ input: { query: values, granted } }))
        : [{}];
    return params.flatMap((pathParams) =>
      forms.flatMap((form) => input.map((more): Query => ({ name, params: pathParams, form, ...more }))),
    );
  });
}

/** A service on a clock that stands, whose reads are compared with those of the world that it has stored. */
export class ComparedService implements AsyncDisposable {
  readonly service: TestService;
  readonly #clock: TestClock;
  readonly #data: DataPaths;
  /** As the service has them. */
  readonly #faults = new FaultInjector();
  #requests = 0;
  #syncs = 0;

  private constructor(service: TestService, clock: TestClock, data: DataPaths) {
    this.service = service;
    this.#clock = clock;
    this.#data = data;
  }

  static async start(seed: number): Promise<ComparedService> {
    const { world } = makeDemoWorld({ catalogue, seed, nowMs: NOW_MS, sizes: SIZES });
    const clock = new TestClock(NOW_MS);
    const service = await startService({ world, clock, simulate: 'Always' });
    const data = dataPaths(service.data);
    mkdirSync(data.templates, { recursive: true });
    for (const [name, template] of Object.entries(ANY_TEMPLATES)) {
      const text = typeof template === 'string' ? template : JSON.stringify(template);
      writeFileSync(join(data.templates, `${name}.json`), text);
    }
    return new ComparedService(service, clock, data);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }

  /** The world as it is stored, of which nothing was read or worked out before. */
  #stored(): GameContext {
    const store = openStore(this.#data.world);
    const game: GameContext = {
      world: store.load(),
      catalogue,
      rules: liveSettings(dataPaths(this.service.data)).current.config,
      now: () => this.#clock.now(),
      random: () => assert.fail('a query leaves nothing to chance'),
      newId: () => assert.fail('a query makes nothing'),
      files: NO_FILES,
      faults: this.#faults,
    };
    store.close();
    const { banlistHead } = this.service.game.reads.world; // stands in Banlist.json alone
    game.world.banlistHead = banlistHead;
    return game;
  }

  letTimePass(): void {
    this.#clock.advance(SAVE_LOCATIONS_MS - ((this.#clock.elapsed() - NOW_MS) % SAVE_LOCATIONS_MS));
  }

  command(name: CommandCall['name'], params: Record<string, string>, body: unknown): Promise<Outcome> {
    return this.service.game.writes.run({ ...this.#writeCall(name), name, params, body });
  }

  control(body: RouteBody<typeof controlSimulation>): Promise<Outcome> {
    const { PlayerManagerAvailable: players = true, BaseCampManagerAvailable: camps = true } = body;
    this.#faults.playerManagerUnavailable = !players;
    this.#faults.baseCampManagerUnavailable = !camps;
    return this.command('controlSimulation', {}, { ...CALM, ...body });
  }

  async reload(config: Record<string, unknown>): Promise<void> {
    writeFileSync(join(this.service.data, 'Config.json'), JSON.stringify(config));
    await this.service.game.writes.reload(this.#writeCall('reloadConfig'));
  }

  /** Takes changes as those of a save that the game has written. */
  async mirror(changes: readonly MirroredChange[]): Promise<void> {
    const last = { name: '', survey: null, savedAtMs: NOW_MS, whole: false };
    await this.service.game.writes.mirror({ sync: ++this.#syncs, number: 0, changes, locations: [], last });
    for (let turn = 0; turn < 3; turn++) await setImmediate(); // they are stored in a separate turn
  }

  #writeCall(name: keyof typeof ALL_ROUTES): WriteCall {
    const { method, path }: RouteShape = ALL_ROUTES[name];
    const request = `test-${++this.#requests}`;
    const subject = { Token: ISSUER.name, IP: ISSUER.ip, Target: '', Reason: '', idempotencyKey: '' };
    return {
      issuer: ISSUER,
      audit: { ...subject, Route: `${method} ${path}`, request, requestId: request },
      idempotency: undefined,
    };
  }

  /** Reads everything, and so fills the cache; asserts that each response is that of the stored world. @returns that world. */
  async assertAsStored(after: string): Promise<World> {
    const game = this.#stored();
    const queries = queriesOf(game.world);
    const read = await Promise.all(queries.map((query) => this.#read(query)));
    for (const [index, query] of queries.entries()) {
      assert.equal(read[index], responseFrom(game, query), `${JSON.stringify(query)} after ${after}`);
    }
    return game.world;
  }

  /** Reads as the HTTP side does: from memory, where the response is there. */
  async #read(query: Query): Promise<string> {
    const { game } = this.service;
    try {
      return textOf(await game.responses.get(query));
    } catch (error) {
      return refusalOf(error);
    }
  }
}

function responseFrom(game: GameContext, { name, params, form, input }: Query): string {
  try {
    const reply = QUERIES[name].run(game, params as never, input as never);
    const { wrapped }: RouteShape = ALL_ROUTES[name];
    return textOf(serialize(form === 'Wrapped' && wrapped ? wrapped.wrap(reply as never) : reply));
  } catch (error) {
    return refusalOf(error);
  }
}

function textOf({ bytes, etag }: CachedResponse): string {
  return `${etag} ${Buffer.from(bytes).toString()}`;
}

function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.code} ${error.message}`;
  throw error;
}
