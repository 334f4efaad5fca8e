import type { OpenSaveFile } from '@palatine/save/open-save';
import type { PropertyTree, TreeProperty, TreeValue } from '@palatine/save/property-tree';
import { readProperties } from '@palatine/save/read-properties';
import { readOpenSave } from '@palatine/save/read-save-folder';
import type { SaveGuid } from '@palatine/save/save-types';
import { aSoundSave, type SoundSave, writeSoundSave } from '@palatine/save/testing';
import { writeProperties } from '@palatine/save/write-properties';
import { completed, withIds } from './generated-world.ts';
import type { WorldMemory } from './memory.ts';
import { find, listOf } from './save-tree.ts';

const SECTIONS = [
  'CharacterSaveParameterMap',
  'ItemContainerSaveData',
  'CharacterContainerSaveData',
  'GroupSaveDataMap',
] as const;

export interface Newcomer {
  uid: SaveGuid;
  name: string;
  newId: () => SaveGuid;
}

/**
 * Gives a player without a record a body, containers, a guild of one and a file, in the memory. Throws for a
 * save from before mid 2025, whose layouts this does not write.
 */
export async function addNewcomer(memory: WorldMemory, newcomer: Newcomer): Promise<void> {
  const { era } = memory.save;
  if (era !== 'C' && era !== 'D') throw new Error('new players cannot join a save this old');
  const newFiles = writeSoundSave(saveOf(newcomer), era);
  const files = new Map(
    [...newFiles].map(([path, file]) => [path, { ...file, gvas: completed(path, file.gvas) }]),
  );
  const save = await readOpenSave(files);
  if (memory.save.players.some((player) => player.uid === newcomer.uid)) return; // joined twice meanwhile
  const level = memory.files.get('Level.sav');
  const newLevel = files.get('Level.sav');
  const playerFile = [...files.values()].find(({ path }) => path.startsWith('Players/'));
  if (level === undefined || newLevel === undefined || playerFile === undefined)
    throw new Error('a file is missing');
  const merged = { ...level, gvas: mergedLevel(level, newLevel) };
  memory.files = new Map([
    ...memory.files,
    [level.path, merged],
    [playerFile.path, { ...playerFile, container: 'PlZ1' }],
  ]);
  memory.unwritten.add(playerFile.path);
  memory.save.characters.push(...save.characters);
  memory.save.itemContainers.push(...save.itemContainers);
  memory.save.characterContainers.push(...save.characterContainers);
  memory.save.groups.push(...save.groups);
  memory.save.players.push(...save.players);
}

/** The sound save with one player at level 1 in a guild without a base, and nothing else. */
function saveOf({ uid, name, newId }: Newcomer): SoundSave {
  const { level, players } = aSoundSave();
  const model = players[1];
  const [guild] = level.groups;
  const body = level.characters.find(({ id }) => id === model?.instanceId);
  if (model === undefined || guild?.guild == null || body === undefined)
    throw new Error('the sound save has changed');
  const boxes = new Set(model.containers.values());
  const ids = new Map([...boxes, model.instanceId, guild.id].map((id) => [id, newId()]));
  ids.set(model.uid, uid);
  Object.assign(body, { nickname: name, level: 1, spentPoints: 0, unusedPoints: 0 });
  const save: SoundSave = {
    level: {
      ...level,
      characters: [body],
      itemContainers: level.itemContainers.filter(({ id }) => boxes.has(id)),
      characterContainers: level.characterContainers.filter(({ id }) => boxes.has(id)),
      groups: [
        {
          ...guild,
          handles: [model.instanceId],
          guild: {
            ...guild.guild,
            name: 'Unnamed Guild',
            campIds: [],
            palboxIds: [],
            adminUid: model.uid,
            members: [{ uid: model.uid, role: 1 }],
          },
        },
      ],
      dynamicItems: [],
      guildExtras: [],
      camps: [],
      raidCampIds: [],
      mapObjects: [],
      works: [],
    },
    players: [
      {
        ...model,
        technologies: [],
        relics: { ...model.relics, inHand: 0, capturePower: 0, collected: 0, bonusIndex: 0 },
      },
    ],
  };
  const renamed = withIds(save, ids);
  for (const player of renamed.players) player.file = `Players/${uid.replaceAll('-', '')}.sav`;
  return renamed;
}

function mergedLevel(level: OpenSaveFile, added: OpenSaveFile): Buffer {
  const tree = readProperties(level.gvas, level.path);
  const from = worldOf(readProperties(added.gvas, added.path));
  const to = worldOf(tree);
  for (const section of SECTIONS) entriesOf(to, section).push(...entriesOf(from, section));
  return writeProperties(tree);
}

function worldOf(tree: PropertyTree): TreeProperty[] {
  const world = find(tree.properties, 'worldSaveData');
  if (world === undefined) throw new Error('the save has no worldSaveData');
  return listOf(world);
}

function entriesOf(world: TreeProperty[], section: string): [TreeValue, TreeValue][] {
  const value = find(world, section)?.value;
  if (typeof value === 'object' && 'kind' in value && value.kind === 'map') return value.entries;
  throw new Error(`the save has no ${section}`);
}
