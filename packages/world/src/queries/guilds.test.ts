import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuid,
  aGuild,
  aPal,
  aPlayer,
  query,
} from '../testing/world-builder.ts';

test('the guild list names admin, members and camps of each guild', () => {
  const zoe = aPlayer({ name: 'Zoe' });
  const lily = aPlayer({ name: 'Lily', online: false });
  const guild = aGuild([zoe, lily], { name: 'Rayne', baseCampLevel: 9 });
  const camp = aCamp(guild, { location: { x: -123888, y: 158459, z: 5 } });
  const lonely = aGuild([]);
  const game = aGameContext({ players: [zoe, lily], guilds: [guild, lonely], camps: [camp] });

  const guilds = query(game, 'getGuilds', {});

  assert.deepEqual(Object.keys(guilds), [guild.id, lonely.id]);
  assert.deepEqual(guilds[guild.id], {
    name: 'Rayne',
    Level: 9,
    admin: { id: zoe.uid, name: 'Zoe' },
    camp_count: 1,
    camps: [{ id: camp.id, world_pos: { x: -123888, y: 158459, z: 5 }, map_pos: { x: 1, y: 0, z: 5 } }],
    member_count: 2,
    members: [zoe.uid, lily.uid],
  });
});

test('a member is Online exactly during a session; one without a character is listed too', () => {
  const here = aPlayer({ name: 'Zoe' });
  const offline = aPlayer({ name: 'Lily', online: false });
  const guild = aGuild([here, offline]);
  const stale = { uid: aGuid(), name: 'Axel', role: 2 };
  const game = aGameContext({
    players: [here, offline],
    guilds: [{ ...guild, members: [...guild.members, stale] }],
  });

  assert.deepEqual(query(game, 'getGuild', { guild_id: guild.id }).members, [
    { player_uid: here.uid, player_name: 'Zoe', status: 'Online' },
    { player_uid: offline.uid, player_name: 'Lily', status: 'Logout' },
    { player_uid: stale.uid, player_name: 'Axel', status: 'Logout' },
  ]);
});

test('a camp has the level of its guild, and its workers by instance id in the order of their slots', () => {
  const guild = aGuild([], { baseCampLevel: 4 });
  const camp = aCamp(guild, { state: 'NotAvailable' });
  const at = (slot: number) => ({ containerId: camp.workers.containerId, slot });
  const overrides = { nickname: 'Ana', uniqueNpcId: 'Trader', skinId: 'Skin001', shiny: true };
  const nicknamed = aPal({ place: at(3), ...overrides });
  const plain = aPal({ place: at(1) });
  const game = aGameContext({ guilds: [guild], camps: [camp], pals: [nicknamed, plain] });

  const [printed] = query(game, 'getGuild', { guild_id: guild.id }).camps;

  assert.ok(printed);
  assert.deepEqual([printed.level, printed.state, printed.buildings], [4, 'NotAvailable', 'WIP']);
  assert.deepEqual(Object.keys(printed.pals), [plain.id, nicknamed.id]);
  const names = { nickname: '', pal_id: 'SheepBall', npc_id: 'None', skin_id: 'None', gender: 'Female' };
  const health = { phisical_health: 'Healthful', worker_sick: 'None', san: 100 };
  const numbers = { level: 1, shiny: false, imported: false, friendship: 0 };
  const lists = { active_skills: [], learnt_skills: [], passives: [] };
  assert.deepEqual(printed.pals[plain.id], { ...names, ...health, ...numbers, ...lists });
  const { nickname, npc_id, skin_id, shiny } = printed.pals[nicknamed.id] ?? {};
  assert.deepEqual([nickname, npc_id, skin_id, shiny], ['Ana', 'Trader', 'Skin001', true]);
});

test('camps keep their order when one of them changes', () => {
  const guild = aGuild([]);
  const camps = [aCamp(guild), aCamp(guild), aCamp(guild)];
  const game = aGameContext({ guilds: [guild], camps });
  const [first] = camps;
  assert.ok(first);
  game.world.camps.put({ ...first, state: 'NotAvailable' });
  const expected = camps.map(({ id }) => id);
  const ids = query(game, 'getGuild', { guild_id: guild.id }).camps.map(({ id }) => id);
  assert.deepEqual(ids, expected);
  const campIds = query(game, 'getGuilds', {})[guild.id]?.camps.map(({ id }) => id);
  assert.deepEqual(campIds, expected);
});

test('a guild chest shows every slot, empty ones as empty objects', () => {
  const chest = aContainer({ capacity: 3, slots: { 1: { itemId: 'Wood', count: 5 } } });
  const guild = aGuild([], { chestId: chest.id });
  const game = aGameContext({ guilds: [guild], containers: [chest] });
  assert.deepEqual(query(game, 'getGuild', { guild_id: guild.id }).items, {
    container_id: chest.id,
    current: 1,
    max: 3,
    0: {},
    1: { item_id: 'Wood', count: 5 },
    2: {},
  });
});

test('without a chest there are no slots and no container, and an idle laboratory is None', () => {
  const guild = aGuild([]);
  const reply = query(aGameContext({ guilds: [guild] }), 'getGuild', { guild_id: guild.id });
  assert.deepEqual(reply.items, { current: 0, max: 0 });
  assert.equal(reply.laboratory.current_research, 'None');
});

test('every known mission is listed, released or not', () => {
  const guild = aGuild([], { expeditions: { finished: 6, released: ['DUNGEON_GRASS'] } });
  const game = aGameContext({ guilds: [guild] });
  const { finished, missions } = query(game, 'getGuild', { guild_id: guild.id }).expeditions;
  assert.equal(finished, 6);
  const expected = game.catalogue.expeditions.all().map(({ id }) => id);
  assert.deepEqual(Object.keys(missions), expected);
  const open = Object.keys(missions).filter((id) => missions[id]);
  assert.deepEqual(open, ['DUNGEON_GRASS']);
});

test('every research is listed with the share of its work that is done', () => {
  const game = aGameContext();
  const [first] = game.catalogue.research.all();
  assert.ok(first);
  const workAmounts = { [first.id.toLowerCase()]: first.requiredWork / 4, Research_Of_A_Mod: 7 };
  const guild = aGuild([], { laboratory: { currentResearch: first.id, workAmounts } });
  game.world.guilds.put(guild);

  const { current_research, researches } = query(game, 'getGuild', { guild_id: guild.id }).laboratory;

  assert.equal(current_research, first.id);
  assert.deepEqual(Object.keys(researches), [
    ...game.catalogue.research.all().map(({ id }) => id),
    'Research_Of_A_Mod',
  ]);
  assert.deepEqual(researches[first.id], {
    work_amount: first.requiredWork / 4,
    required_work_amount: first.requiredWork,
    percentage: 0.25,
  });
  assert.deepEqual(researches.Research_Of_A_Mod, { work_amount: 7, required_work_amount: 0, percentage: 0 });
});
