import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type AnyRouteName,
  fillPath,
  OWN_ROUTES,
  type PlayersAnswer,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { EXAMPLES_FILE, type Examples, type RouteExample } from '@palatine/server/http/openapi/examples.ts';
import { isStream } from '@palatine/server/http/openapi/parameters.ts';
import type { Json, JsonObject } from '@palatine/server/http/openapi/schemas.ts';
import { startService, type TestService } from '../harness/start-service.ts';

// The examples of the OpenAPI document, asked of a real service over a demo world. Run it when a route changes.

type Asked = Omit<RouteExample, 'answer'>;

const ROUTE_TABLE: Record<AnyRouteName, RouteShape> = { ...ROUTES, ...OWN_ROUTES };

const BIOME = resolve(import.meta.dirname, '../../node_modules', '.bin', 'biome');

/** Entries of a list or a map that an example shows. */
const SHOWN = 3;

writeFileSync(EXAMPLES_FILE, JSON.stringify(await recordExamples()));
spawnSync(BIOME, ['format', '--write', EXAMPLES_FILE], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

/** Asks every route of a real service over a demo world once, and a few that say no. */
async function recordExamples(): Promise<Examples> {
  await using service = await startService({ origin: { from: 'demo', seed: 1, sizes: {} }, faults: true });
  writeFileSync(
    join(service.data, 'Pals', 'Templates', 'Lucky.json'),
    JSON.stringify({ PalID: 'SheepBall', Nickname: 'Lucky', Level: 12, Shiny: true }),
  );
  const routes = {} as Record<AnyRouteName, RouteExample>;
  for (const [name, asked] of Object.entries(await callsOn(service))) {
    const route = ROUTE_TABLE[name as AnyRouteName]; // the keys of callsOn
    routes[name as AnyRouteName] = { ...asked, answer: await answerOf(service, route, asked) };
  }
  return { routes, ...(await refusalsOf(service)) };
}

/** What each route is asked, in this order: what is banned is unbanned afterwards. */
async function callsOn(service: TestService): Promise<Record<AnyRouteName, Asked>> {
  const { player, other } = await twoPlayers(service);
  const params = { player_identifier: player.UserId };
  const guild_id = player.GuildUUID;
  const { camps } = await service.api.getGuild({ params: { guild_id } });
  const place = { X: 122.4, Y: -430.9, Z: 250 };
  const ip = '203.0.113.77';
  return {
    getPlayers: {},
    getPlayer: { params },
    getPals: { params },
    getItems: { params },
    getTechnologies: { params },
    getProgression: { params },
    getGuilds: {},
    getGuild: { params: { guild_id } },
    getVersion: {},
    legacyGive: { body: { UserID: player.UserId, EXP: 500, Items: [{ ItemID: 'Wood', Count: 5 }] } },
    giveItems: { params, body: { Items: [{ ItemID: 'PalSphere', Count: 20 }] } },
    givePals: { params, body: { Pals: [{ PalID: 'PinkCat', Level: 10 }] } },
    givePalTemplates: { params, body: { PalTemplates: ['Lucky'] } },
    givePalEggs: {
      params,
      body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'ChickenPal', Level: 1 }] },
    },
    giveProgression: { params, body: { EXP: 1000, TechnologyPoints: 5, Relics: { CapturePower: 2 } } },
    summonPal: { body: { PalID: 'SheepBall', ...place, Level: 15, Uncapturable: true } },
    summonNPC: { body: { NPCID: 'SalesPerson', ...place } },
    learnTechnologies: { params, body: { Technology: ['PalBox', 'Workbench'] } },
    forgetTechnologies: { params, body: { Technology: 'PalBox' } },
    sendPlayerMessage: {
      body: { SendType: 'PlayerLogImportant', Message: 'Your order has arrived', UserIDs: [player.UserId] },
    },
    broadcast: { body: { Message: 'The server restarts in ten minutes', Sender: 'Admin' } },
    alert: { body: { Message: 'Raid at the northern camp' } },
    kickPlayer: { params: { player_identifier: other.UserId }, body: { Reason: 'idle for an hour' } },
    banPlayer: { params: { player_identifier: other.UserId }, body: { Reason: 'cheating', IP: false } },
    banIP: { params: { ip }, body: { Reason: 'a bot' } },
    getBanlist: { query: { active: 'true' } },
    unbanPlayer: { params: { user_id: other.UserId }, body: { Reason: 'appeal upheld' } },
    unbanIP: { params: { ip }, body: {} },
    deleteBase: { params: { base_camp_id: camps[0]?.id ?? '' }, body: {} },
    reloadConfig: { body: {} },
    getAudit: { query: { Limit: '3' } },
    getEvents: {},
    controlSimulation: { body: { LogIn: other.UserId } },
  };
}

/** Somebody online in a guild that has a camp, and somebody else online. */
async function twoPlayers({
  api,
}: TestService): Promise<Record<'player' | 'other', PlayersAnswer['Players'][0]>> {
  const { Players } = await api.getPlayers();
  const guilds = await api.getGuilds();
  const online = Players.filter(({ Status }) => Status === 'Online');
  const player = online.find(({ GuildUUID }) => (guilds[GuildUUID]?.camp_count ?? 0) > 0);
  const other = online.find((one) => one !== player && one.IP !== player?.IP);
  if (player === undefined || other === undefined) throw new Error('the demo world holds no such players');
  return { player, other };
}

async function answerOf(service: TestService, route: RouteShape, asked: Asked): Promise<Json> {
  if (isStream(route)) return firstEvent(service, route);
  const { status, body } = await ask(service, route, asked);
  if (status !== 200) throw new Error(`${route.path}: ${status} ${JSON.stringify(body)}`);
  return abridge(body, route.reply);
}

async function ask(
  service: TestService,
  route: RouteShape,
  { params, query, body }: Asked,
  authorization?: string,
): Promise<{ status: number; body: Json }> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const response = await service.fetch(fillPath(route, params) + search, {
    method: route.method,
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** The first event of the past, as it stands in the stream. */
async function firstEvent(service: TestService, route: RouteShape): Promise<string> {
  const response = await service.fetch(fillPath(route), { headers: { 'last-event-id': '0' } });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const event = /^id: [\s\S]*?\n\n/m.exec(text);
    if (event) return event[0];
  }
  throw new Error('the stream of events ended without one');
}

async function refusalsOf(service: TestService): Promise<Pick<Examples, 'refusals' | 'legacyFailure'>> {
  const nobody = { params: { player_identifier: 'steam_1' } };
  const reader = `Bearer ${service.addToken('REST.Version.Read')}`;
  const asked: [route: RouteShape, asked: Asked, authorization?: string][] = [
    [ROUTES.getPlayers, {}, 'Bearer unknown'],
    [ROUTES.getPlayers, {}, reader],
    [ROUTES.getPlayer, nobody],
    [ROUTES.getItems, nobody],
    [ROUTES.getGuild, { params: { guild_id: '00000000-00000000-00000000-00000000' } }],
    [ROUTES.unbanPlayer, { params: { user_id: 'steam_1' } }],
    [ROUTES.giveItems, { ...nobody, body: {} }],
    [ROUTES.giveItems, { ...nobody, body: { Items: [{ ItemID: 'Wood', Count: 0 }] } }],
    [ROUTES.deleteBase, { params: { base_camp_id: 'base' } }],
    [ROUTES.sendPlayerMessage, {}],
  ];
  const refusals: Examples['refusals'] = {};
  for (const [route, call, authorization] of asked) {
    const { body } = await ask(service, route, call, authorization);
    const envelope = body as unknown as NonNullable<Examples['refusals']['INVALID_TOKEN']>; // none of these is allowed
    refusals[envelope.Error.Code] = envelope;
  }
  const failure = await ask(service, ROUTES.legacyGive, {
    body: { UserID: 'steam_1', EXP: 0, Items: [{ ItemID: 'Nothing', Count: 1 }] },
  });
  return { refusals, legacyFailure: failure.body as JsonObject }; // the form of that route
}

interface Shape {
  items?: Shape;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
}

/** An answer with its lists and maps cut short; it fits the shape it fitted before. */
function abridge(answer: Json, shape: object): Json {
  const { items = {}, properties = {}, patternProperties } = shape as Shape;
  if (Array.isArray(answer)) return answer.slice(0, SHOWN).map((entry) => abridge(entry, items));
  if (typeof answer !== 'object' || answer === null) return answer;
  const [inMap = {}] = Object.values(patternProperties ?? {});
  const fields = Object.entries(answer).filter(([key]) => key in properties);
  const entries = Object.entries(answer).filter(([key]) => !(key in properties));
  const shown: JsonObject = {};
  for (const [key, value] of fields) shown[key] = abridge(value, properties[key] ?? {});
  for (const [key, value] of entries.slice(0, SHOWN)) shown[key] = abridge(value, inMap);
  return shown;
}
