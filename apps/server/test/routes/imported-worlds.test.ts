import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { byTier } from '@palatine/platform/testing';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { SHARED_SAVES, sharedSave, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { type CheckedService, startChecked } from '@palatine/testing/checked-service';
import { newFolder } from '@palatine/testing/start-service';
import { catalogue, of } from '@palatine/testing/worlds';

interface Sample {
  name: string;
  /** Writes the save folder, or returns the path of an existing one. */
  folder: () => Promise<string>;
  skip: string | false;
  counts: { players: number; pals: number; guilds: number; camps: number } | undefined;
}

const real = (name: string, players: number, pals: number, guilds: number, camps: number): Sample => ({
  name,
  folder: () => Promise.resolve(sharedSave(name).folder),
  skip: sharedSave(name).skip,
  counts: { players, pals, guilds, camps },
});

const sample = (era: 'A' | 'C' | 'D'): Sample => ({
  name: `made of era ${era}`,
  async folder() {
    const folder = newFolder();
    await writeSaveFolder(folder, twoPlayersOneCamp(), { era });
    return folder;
  },
  skip: false,
  counts: undefined,
});

const SAMPLES: Sample[] = [
  sample('A'),
  sample('C'),
  sample('D'),
  real('ref2024', 1, 2, 1, 1),
  real('world1', 2, 11, 2, 1),
  ...byTier([], [real('tayaki', 5, 381, 1, 0), real('v1_relics', 17, 2150, 10, 15)]),
];

for (const { name, folder, skip, counts } of SAMPLES) {
  test(`the world ${name} is served as its save has it`, { skip }, async () => {
    const path = await folder();
    const save = await readSaveFolder(path);
    await using service = await startChecked({
      origin: { from: 'save', folder: path, seed: 1 },
      config: { playerResolution: 'Known' },
    });
    if (counts) assert.equal(save.characters.length, counts.players + counts.pals);
    await servedAsSaved(service, save, counts);
    if (!path.startsWith(SHARED_SAVES)) await rm(path, { recursive: true, force: true });
  });
}

async function servedAsSaved(
  service: CheckedService,
  save: SaveWorld,
  counts: Sample['counts'],
): Promise<void> {
  const { Players } = await service.succeeds('getPlayers');
  const bodies = save.characters.filter(({ isPlayer }) => isPlayer);
  assert.deepEqual(Players.map(({ Name }) => Name).sort(), bodies.map(({ nickname }) => nickname).sort());
  if (counts) assert.equal(Players.length, counts.players);

  const guilds = await service.succeeds('getGuilds');
  const savedGuilds = save.groups.filter(({ guild }) => guild !== null);
  assert.deepEqual(
    Object.values(guilds)
      .map(({ name, Level }) => `${name} ${Level}`)
      .sort(),
    savedGuilds.map(({ guild }) => `${guild?.name} ${guild?.baseCampLevel}`).sort(),
  );
  if (counts) assert.equal(Object.keys(guilds).length, counts.guilds);
  const camps = Object.values(guilds).flatMap((guild) => guild.camps);
  if (counts) assert.equal(camps.length, counts.camps);
  for (const { id, world_pos, map_pos } of camps) {
    const saved = save.camps.find((camp) => camp.id === id);
    assert.deepEqual(world_pos, saved?.location);
    assert.ok(Math.abs(map_pos.x - (world_pos.y - 158000) / 459) < 1e-9);
    assert.ok(Math.abs(map_pos.y - (world_pos.x + 123888) / 459) < 1e-9);
  }
  for (const id of Object.keys(guilds)) {
    const detail = await service.succeeds('getGuild', { params: { guild_id: id } });
    for (const camp of detail.camps) {
      const { workerContainerId } = save.camps.find((saved) => saved.id === camp.id) ?? assert.fail();
      const workers = save.characters.filter(
        ({ slot, isPlayer }) => !isPlayer && slot?.containerId === workerContainerId,
      );
      assert.deepEqual(Object.keys(camp.pals).sort(), workers.map(({ instanceId }) => instanceId).sort());
    }
  }

  for (const file of save.players) {
    const body = bodies.find(({ instanceId }) => instanceId === file.instanceId);
    if (body === undefined) continue; // a left-over file
    const request = of(file.uid);
    const { Player } = await service.succeeds('getPlayer', request);
    assert.deepEqual(Player.WorldLocation, file.location);
    const guild = save.groups.find((group) => group.guild?.members.some(({ uid }) => uid === file.uid));
    assert.deepEqual([Player.Name, Player.GuildUUID], [body.nickname, guild?.id ?? ZERO_GUID]);

    const { Progression } = await service.succeeds('getProgression', request);
    const expected = { level: body.level, exp: body.exp, unusedStatusPoints: body.unusedStatusPoints };
    assert.deepEqual(Progression.Player, expected);
    assert.equal(Progression.Currencies.technologyPoints, file.technologyPoints);
    assert.equal(
      Progression.Currencies.lifmunks,
      file.records.relics.CapturePower ?? file.records.relicPossessNum,
    );
    assert.equal(Progression.Captures.tribeCaptureCount, file.records.tribeCaptureCount);
    assert.equal(total(Progression.Captures.palCaptureCounts), total(file.records.palCaptureCount));
    assert.equal(total(Progression.Activities.craftItemCounts), total(file.records.craftItemCount));
    assert.equal(Progression.Bosses.totalBossDefeatCount, total(file.records.towerBossDefeatCount));

    const { Meta } = await service.succeeds('getTechnologies', request);
    assert.equal(Meta.UnlockedCount, new Set(file.unlockedTechnologies.map((id) => id.toLowerCase())).size);

    const { Inventory } = await service.succeeds('getItems', request);
    const common = save.itemContainers.find(({ id }) => id === file.inventory.common);
    assert.equal(Inventory.Items.Available, common !== undefined);
    assert.equal(Inventory.Items.UsedSlots, common?.slots.length ?? 0);
    assert.equal(Inventory.Items.MaxSlots, common?.capacity ?? 0);
    for (const { index, itemId, count } of common?.slots ?? []) {
      const slot = Inventory.Items.Slots[index];
      assert.equal(slot?.Count, count);
      assert.equal(slot?.ItemID, catalogue.items.find(itemId)?.id ?? itemId);
    }

    const { Pals } = await service.succeeds('getPals', request);
    const inTeam = save.characters.filter(({ slot }) => slot?.containerId === file.teamContainerId);
    assert.equal(Object.keys(Pals.Team).length, inTeam.length);
    const inPalbox = save.characters.filter(
      ({ slot, isPlayer }) => !isPlayer && slot?.containerId === file.palboxContainerId,
    );
    assert.equal(Object.keys(Pals.Palbox).length, inPalbox.length);
    for (const saved of inPalbox) {
      const pal = Pals.Palbox[saved.instanceId];
      assert.ok(pal, saved.instanceId);
      assert.equal(pal.PalID.toLowerCase(), saved.characterId.toLowerCase());
      assert.equal(pal.Level, saved.level);
      assert.deepEqual(pal.IVs, {
        Health: saved.ivs.health,
        AttackMelee: saved.ivs.attackMelee,
        AttackShot: saved.ivs.attackShot,
        Defense: saved.ivs.defense,
      });
      assert.deepEqual(
        pal.Passives.map((id) => id.toLowerCase()),
        saved.passives.map((id) => id.toLowerCase()),
      );
      assert.equal((pal.page ?? 0) * 30 + (pal.slot ?? 0), saved.slot?.index);
    }
  }
}

function total(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
