import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ClientMethodName, createClient } from '@palatine/client';
import { OWN_ROUTES, ROUTES, type RouteShape } from '@palatine/contract';
import { Compile } from 'typebox/compile';
import { startService, type TestService } from '../harness/start-service.ts';

const STRANGER = 'steam_76561190000000042';
const STRANGE_IP = '203.0.113.42';

let service: TestService;
/** Somebody online with room for more, in a guild that has a camp. */
let someone: { player_identifier: string };
let guild_id: string;
let base_camp_id: string;

before(async () => {
  service = await startService({ faults: true });
  const templates = join(service.data, 'Pals/Templates');
  mkdirSync(templates, { recursive: true });
  writeFileSync(join(templates, 'Woolly.json'), JSON.stringify({ PalID: 'SheepBall', Level: 2 }));
  const { Players } = await service.api.getPlayers();
  const online = Players.filter(({ Status }) => Status === 'Online');
  for (const { UserId } of online) {
    const player_identifier = UserId;
    const items = await service.api.getItems({ params: { player_identifier } }).catch(() => undefined);
    if ((items?.Inventory.Items.FreeSlots ?? 0) > 3) someone = { player_identifier };
  }
  assert.ok(someone, 'nobody has room for more');
  const guilds = Object.entries(await service.api.getGuilds());
  const [id, guild] = guilds.find(([, { camps }]) => camps.length > 0) ?? [];
  guild_id = id ?? '';
  base_camp_id = guild?.camps[0]?.id ?? '';
});
after(() => service[Symbol.asyncDispose]());

/** A call of each method that succeeds, in the order they are made. */
const CALLS: { [Name in ClientMethodName]: () => Parameters<TestService['api'][Name]>[0] } = {
  getPlayers: () => ({}),
  getPlayer: () => ({ params: someone }),
  getPals: () => ({ params: someone }),
  getItems: () => ({ params: someone }),
  getTechnologies: () => ({ params: someone }),
  getProgression: () => ({ params: someone }),
  getGuilds: () => ({}),
  getGuild: () => ({ params: { guild_id } }),
  getBanlist: () => ({ query: { active: 'true', q: 'e' } }),
  getVersion: () => ({}),
  legacyGive: () => ({ body: { UserID: someone.player_identifier, EXP: 5, Relics: { SwimSpeed: 1 } } }),
  giveItems: () => ({ params: someone, body: { Items: [{ ItemID: 'PalSphere', Count: 1 }] } }),
  givePals: () => ({ params: someone, body: { Pals: [{ PalID: 'SheepBall', Level: 1 }] } }),
  givePalTemplates: () => ({ params: someone, body: { PalTemplates: ['Woolly'] } }),
  givePalEggs: () => ({
    params: someone,
    body: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'SheepBall' }] },
  }),
  giveProgression: () => ({
    params: someone,
    body: { EXP: 10, TechnologyPoints: 1, Relics: { CapturePower: 1 } },
  }),
  summonPal: () => ({ body: { PalID: 'SheepBall', X: 0, Y: 0, Z: 0 } }),
  summonNPC: () => ({ body: { NPCID: 'SalesPerson', X: 0, Y: 0, Z: 0, Level: 2 } }),
  learnTechnologies: () => ({ params: someone, body: { Technology: 'All' } }),
  forgetTechnologies: () => ({ params: someone, body: { Technology: 'All' } }),
  deleteBase: () => ({ params: { base_camp_id } }),
  banPlayer: () => ({ params: { player_identifier: STRANGER }, body: { Reason: 'cheats' } }),
  unbanPlayer: () => ({ params: { user_id: STRANGER } }),
  banIP: () => ({ params: { ip: STRANGE_IP }, body: { UserId: STRANGER } }),
  unbanIP: () => ({ params: { ip: STRANGE_IP } }),
  sendPlayerMessage: () => ({
    body: { SendType: 'PlayerChat', Message: 'hello', UserID: someone.player_identifier },
  }),
  kickPlayer: () => ({ params: someone, body: { Reason: 'afk' } }),
  broadcast: () => ({ body: { Message: 'hello' } }),
  alert: () => ({ body: { Message: 'hello' } }),
  reloadConfig: () => ({}),
  getAudit: () => ({ query: { Limit: '5' } }),
  controlSimulation: () => ({ body: { LogIn: someone.player_identifier } }),
};

type AnyMethod = (options: unknown) => Promise<unknown>;
const routes: Record<string, RouteShape> = { ...ROUTES, ...OWN_ROUTES };

for (const name of Object.keys(CALLS) as ClientMethodName[]) {
  test(`${name} answers in the shape the client promises`, async () => {
    const answer = await (service.api[name] as AnyMethod)(CALLS[name]());
    const { reply } = routes[name] as RouteShape; // every name of a method is one of a route
    assert.deepEqual([...Compile(reply).Errors(answer)].slice(0, 3), []);
  });
}

test('the table above has every route that answers in JSON', () => {
  const { getEvents: _, ...inJson } = routes;
  assert.deepEqual(Object.keys(CALLS).sort(), Object.keys(inJson).sort());
});

test('a token with wrapped answers gets the same through the client', async () => {
  const token = service.addToken('*', { AnswerForm: 'Wrapped' });
  const wrapped = createClient({ url: service.url, token });
  assert.deepEqual(await wrapped.getVersion(), await service.api.getVersion());
  assert.deepEqual(await wrapped.getGuilds(), await service.api.getGuilds());
  const params = { guild_id };
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(await wrapped.getGuild({ params }), await service.api.getGuild({ params }));
  }
});

test('the client is told the code, the status and the problems of a refusal', async () => {
  await assert.rejects(service.api.giveItems({ params: someone, body: { Items: [] } }), {
    name: 'PalatineError',
    code: 'VALIDATION_FAILED',
    status: 400,
  });
  await assert.rejects(createClient({ url: service.url, token: 'wrong' }).getVersion(), {
    code: 'INVALID_TOKEN',
    status: 401,
  });
  await assert.rejects(service.api.legacyGive({ body: { UserID: STRANGER, EXP: 1 } }), (error: object) => {
    const { code, answer } = error as { code: string; answer: { Errors: number } };
    assert.deepEqual([code, answer.Errors], ['VALIDATION_FAILED', 1]);
    return true;
  });
});
