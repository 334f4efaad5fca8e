import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import { World } from '../state/world.ts';
import { type AppliedSync, MirrorStage } from './apply-sync.ts';
import { MIRRORED_TABLES, type SavedRecords, savedParts, savedRecordsOf } from './mirror-part.ts';

const catalogue = loadCatalogue();
const sizes = { players: 12, online: 0, palsPerPlayer: 8, guilds: 3, camps: 4 };

/** A world as an import of a save gives it: all UserIds are unknown. */
function aSavedWorld(): World {
  const { world } = makeDemoWorld({ catalogue, seed: 7, nowMs: 0, sizes });
  for (const account of [...world.accounts.values()]) world.accounts.put({ ...account, userId: '' });
  return world;
}

const anEmptyWorld = (): World => new World({ name: 'mirror', origin: 'save', createdAtMs: 0, seed: 0 });

/** Mirrors a saved world; without `before` all of it. */
function sync(mirror: World, saved: World, number: number, before?: SavedRecords): AppliedSync {
  const facts = { name: 'saved', survey: null, savedAtMs: number };
  const stage = new MirrorStage();
  let applied: AppliedSync | undefined;
  for (const part of savedParts({ number, before, after: savedRecordsOf(saved), facts })) {
    assert.equal(applied, undefined, 'nothing is applied before the last part');
    do applied = stage.take(mirror, structuredClone(part));
    while (part.last !== undefined && applied === undefined);
  }
  mirror.clearJournal();
  return applied ?? assert.fail('no part was the last');
}

function assertMirrors(mirror: World, saved: World): void {
  for (const name of MIRRORED_TABLES) {
    const [actual, expected] = [mirror, saved].map((world) => new Map<string, object>(world[name].entries()));
    assert.deepEqual(actual, expected, name);
  }
}

function mirrored() {
  const [saved, mirror] = [aSavedWorld(), anEmptyWorld()];
  sync(mirror, saved, 1);
  return { saved, mirror, before: savedRecordsOf(saved) };
}

function someone(world: World) {
  const [player] = world.players.values();
  return player ?? assert.fail('the demo world has players');
}

test('a whole sync gives an empty world every record and location, and the same sync again changes nothing', () => {
  const { saved, mirror } = mirrored();
  assertMirrors(mirror, saved);
  assert.deepEqual(new Map(mirror.locations.entries()), new Map(saved.locations.entries()));
  const again = sync(mirror, saved, 2);
  assert.deepEqual([again.changedRecords, again.tables, again.moved, again.events], [0, [], [], []]);
});

test('nothing changes before the last part, and an aborted sync leaves no trace', () => {
  const saved = aSavedWorld();
  const mirror = anEmptyWorld();
  const stage = new MirrorStage();
  const after = savedRecordsOf(saved);
  const facts = { name: 'saved', survey: null, savedAtMs: 1 };
  const parts = [...savedParts({ number: 1, before: undefined, after, facts })];
  assert.ok(parts.length > 3);
  for (const part of parts.slice(0, -1)) assert.equal(stage.take(mirror, part), undefined);
  assert.deepEqual([mirror.savepoint(), mirror.accounts.size, mirror.locations.size], [0, 0, 0]);

  const emptied = savedRecordsOf(anEmptyWorld());
  for (const part of savedParts({ number: 2, before: undefined, after: emptied, facts }))
    stage.take(mirror, part);
  assert.equal(mirror.characters.size, 0);
});

test('without one of its parts nothing of a sync is applied, and a finished one accepts no further part', () => {
  const saved = aSavedWorld();
  const mirror = anEmptyWorld();
  const stage = new MirrorStage();
  const facts = { name: 'saved', survey: null, savedAtMs: 1 };
  const parts = [...savedParts({ number: 1, before: undefined, after: savedRecordsOf(saved), facts })];
  const [first, second, third] = parts;
  assert.ok(first && second && third);
  const missing = /a part of what the save has changed is missing/;
  assert.throws(() => stage.take(mirror, second), missing);
  stage.take(mirror, first);
  assert.throws(() => stage.take(mirror, third), missing);

  sync(mirror, saved, 2);
  const last = parts.at(-1) ?? assert.fail('no part');
  assert.throws(() => new MirrorStage().take(mirror, last), missing);
  assertMirrors(mirror, saved);
});

test('a known UserId of an account is kept, and an account with a UserId outlives its save', () => {
  const { saved, mirror } = mirrored();
  const [first, second] = [...mirror.accounts.values()];
  assert.ok(first && second);
  mirror.accounts.put({ ...first, userId: 'steam_1' });
  saved.accounts.put({ ...first, name: 'Renamed' });
  sync(mirror, saved, 2);
  const { name, lastOnlineAtMs } = first;
  assert.deepEqual(mirror.accounts.get(first.uid), {
    ...first,
    userId: 'steam_1',
    name: 'Renamed',
    formerNames: [{ name, untilMs: lastOnlineAtMs }],
  });
  assert.equal(sync(mirror, saved, 3).changedRecords, 0);

  saved.accounts.remove(first.uid);
  saved.accounts.remove(second.uid);
  sync(mirror, saved, 4);
  assert.equal(mirror.accounts.get(first.uid)?.userId, 'steam_1');
  assert.equal(mirror.accounts.get(second.uid), undefined);
});

test('name, time and position of an online player stay as the running server reports them', () => {
  const { saved, mirror } = mirrored();
  const [account] = mirror.accounts.values();
  assert.ok(account);
  const { uid } = account;
  const live = { ...account, userId: 'steam_1', name: 'As told', lastOnlineAtMs: 5 };
  mirror.accounts.put(live);
  mirror.sessions.put({ uid, userId: 'steam_1', ip: '', connectedAtMs: 0, characterLoaded: true });
  mirror.locations.put({ uid, x: 1, y: 2, z: 3 });
  saved.accounts.put({ ...account, lastOnlineAtMs: Date.UTC(2026, 6, 12) });
  saved.locations.put({ uid, x: 7, y: 8, z: 9 });
  const applied = sync(mirror, saved, 2);
  assert.deepEqual(mirror.accounts.get(uid), live);
  assert.deepEqual(mirror.locations.get(uid), { uid, x: 1, y: 2, z: 9 }, 'it reports no height');
  assert.deepEqual([applied.changedRecords, applied.moved], [0, [uid]]);

  mirror.sessions.remove(uid);
  sync(mirror, saved, 3);
  assert.deepEqual(mirror.locations.get(uid), { uid, x: 7, y: 8, z: 9 });
});

test('a sync of differences puts only the records that differ', () => {
  const { saved, mirror, before } = mirrored();
  const player = someone(saved);
  saved.players.put({ ...player, technologyPoints: player.technologyPoints + 1 });
  const [camp] = saved.camps.values();
  assert.ok(camp);
  saved.camps.put(structuredClone(camp)); // another object with the same value
  const { tables, changedRecords, facts } = sync(mirror, saved, 2, before);
  assert.deepEqual([tables, changedRecords, facts.whole], [['players'], 1, false]);
  assertMirrors(mirror, saved);
});

test('what happened between two saves becomes events', () => {
  const { saved, mirror, before } = mirrored();
  const player = someone(saved);
  const body = saved.characters.get(player.characterId ?? '') ?? assert.fail('no body');
  saved.characters.put({ ...body, level: body.level + 2 });
  const pal = [...saved.characters.values()].find(
    ({ place }) => place?.containerId === player.palbox.containerId,
  );
  assert.ok(pal);
  const id = 'AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA';
  saved.characters.put({ ...pal, id, species: 'Anubis', level: 9, shiny: true, ownerUid: null });
  const items = saved.containers.get(player.inventory.Items ?? '') ?? assert.fail('no inventory');
  const [slot, stack] = Object.entries(items.slots)[0] ?? assert.fail('no items');
  saved.containers.put({ ...items, slots: { ...items.slots, [slot]: { ...stack, count: stack.count + 5 } } });
  const [guild] = saved.guilds.values();
  const [camp] = saved.camps.values();
  assert.ok(guild && camp);
  const [leaver] = guild.members;
  saved.guilds.put({ ...guild, members: guild.members.slice(1) });
  saved.camps.remove(camp.id);
  const built = { ...camp, id: 'BBBBBBBB-BBBBBBBB-BBBBBBBB-BBBBBBBB' };
  saved.camps.put(built);

  const { events } = sync(mirror, saved, 2, before);
  const eventPlayer = { uid: player.uid, userId: '', name: saved.accounts.get(player.uid)?.name };
  const types = events.map(({ type }) => type);
  assert.deepEqual(types, [
    'player.leveled',
    'pal.caught',
    'items.changed',
    'guild.changed',
    'base.built',
    'base.deleted',
  ]);
  const [leveled, caught, changed, guildChanged, baseBuilt, baseDeleted] = events.map(({ data }) => data);
  assert.deepEqual(leveled, { player: eventPlayer, level: body.level + 2, before: body.level });
  assert.deepEqual(caught, {
    player: eventPlayer,
    count: 1,
    pals: [{ palId: 'Anubis', level: 9, shiny: true }],
  });
  assert.deepEqual(changed, { player: eventPlayer, gained: 5, lost: 0 });
  assert.ok(guildChanged && 'left' in guildChanged);
  assert.deepEqual(
    [guildChanged.left.map(({ uid }) => uid), guildChanged.joined, guildChanged.members],
    [[leaver?.uid], [], guild.members.length - 1],
  );
  assert.deepEqual(baseBuilt, { campId: built.id, guildId: camp.guildId, location: camp.location });
  assert.ok(baseDeleted && 'archive' in baseDeleted);
  assert.deepEqual(
    [baseDeleted.campId, baseDeleted.archive, baseDeleted.issuer, baseDeleted.deleted.PalBox],
    [camp.id, '', 'game', true],
  );
});

test('items that move between inventories of a player are no change', () => {
  const { saved, mirror, before } = mirrored();
  const { inventory } = someone(saved);
  const [from, to] = [
    saved.containers.get(inventory.Items ?? ''),
    saved.containers.get(inventory.Food ?? ''),
  ];
  assert.ok(from && to);
  const [slot, stack] = Object.entries(from.slots)[0] ?? assert.fail('no items');
  const { [Number(slot)]: _gone, ...rest } = from.slots;
  const free = Array.from({ length: to.capacity }, (_, at) => at).find((at) => to.slots[at] === undefined);
  saved.containers.put({ ...from, slots: rest });
  saved.containers.put({
    ...to,
    capacity: to.capacity + 1,
    slots: { ...to.slots, [free ?? to.capacity]: stack },
  });
  const { events, changedRecords } = sync(mirror, saved, 2, before);
  assert.deepEqual([events, changedRecords], [[], 2]);
});

test('a sync with more changes than one step may put takes several, and returns all of them at the end', () => {
  const saved = anEmptyWorld();
  const count = 25_000;
  for (let number = 0; number < count; number++) {
    const id = `AAAAAAAA-AAAAAAAA-AAAAAAAA-${String(number).padStart(8, '0')}`;
    saved.containers.put({ id, capacity: 1, slots: {} });
  }
  const mirror = anEmptyWorld();
  const stage = new MirrorStage();
  const facts = { name: 'saved', survey: null, savedAtMs: 1 };
  const parts = [...savedParts({ number: 1, before: undefined, after: savedRecordsOf(saved), facts })];
  const last = parts.pop() ?? assert.fail('no part');
  for (const part of parts) stage.take(mirror, part);
  const sizes: number[] = [];
  for (;;) {
    const applied = stage.take(mirror, last);
    sizes.push(mirror.containers.size);
    if (applied === undefined) continue;
    assert.equal(applied.changedRecords, count);
    break;
  }
  assert.deepEqual([...new Set(sizes)], [0, 10_000, 20_000, 25_000]);
  assertMirrors(mirror, saved);
});
