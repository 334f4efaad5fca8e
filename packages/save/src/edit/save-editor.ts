import { SaveError } from '../format/save-error.ts';
import { SAVE_ERAS, type SaveEra, type SaveGuid } from '../format/save-types.ts';
import { eraOf } from '../read/blob-versions.ts';
import type { OpenSave } from '../read/open-save.ts';
import type { PropertyTree, TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { type BlobForm, type BlobKind, blobForm, siblingForm } from './blob-sibling.ts';
import { removeWorkAssignments } from './camp/object-model.ts';
import { type CharacterCensus, characterCensus } from './character-census.ts';
import { dynamicItems } from './dynamic-items.ts';
import { type EditContext, SaveEditError } from './edits.ts';
import { type Guilds, openGuilds } from './guilds.ts';
import type { LevelEditor, SectionName } from './level-editor.ts';
import { findProperty, listOf, requireProperty } from './property-list.ts';
import { type SlotIndexOf, type SlotTable, slotTable } from './slot-table.ts';

/** State shared by the edits of one save. Searches of the whole file are done once, on demand. */
export class SaveEditor implements EditContext {
  readonly files: OpenSave;
  readonly level: LevelEditor;
  readonly newId: EditContext['newId'];
  readonly nowMs: number;
  readonly items: ReturnType<typeof dynamicItems>;
  readonly playerFiles: ReturnType<typeof openPlayerFiles>;
  readonly removedPals = new Set<SaveGuid>();
  /** Ids that nothing may name after all edits, with a description of each for messages. */
  readonly removed = new Map<SaveGuid, string>();
  /** By the elements of the container's `Slots`. */
  readonly #slotTables = new WeakMap<TreeValue[], SlotTable>();
  readonly #forms = new Map<BlobKind, BlobForm>();
  #era: SaveEra | undefined;
  #census: CharacterCensus | undefined;
  #guilds: Guilds | undefined;

  constructor(files: OpenSave, level: LevelEditor, context: EditContext) {
    this.files = files;
    this.level = level;
    this.newId = context.newId;
    this.nowMs = context.nowMs;
    this.playerFiles = openPlayerFiles(files);
    this.items = dynamicItems(level, this);
  }

  get era(): SaveEra {
    this.#era ??= eraOfLevel(this.level);
    return this.#era;
  }

  get census(): CharacterCensus {
    this.#census ??= characterCensus(this.level, this.era);
    return this.#census;
  }

  get guilds(): Guilds {
    this.#guilds ??= openGuilds(this.level);
    return this.#guilds;
  }

  /** The slots of a container by index; `place` names it in messages. */
  slotTable(elements: TreeValue[], indexOf: SlotIndexOf, place: string): SlotTable {
    const table = this.#slotTables.get(elements) ?? slotTable(elements, indexOf, place);
    this.#slotTables.set(elements, table);
    return table;
  }

  form(kind: BlobKind): BlobForm {
    const form = this.#forms.get(kind) ?? siblingForm(this.level, kind, () => this.era);
    this.#forms.set(kind, form);
    return form;
  }

  /** Completes what edits share: lists of guilds, states of items, work of removed Pals. Call it before `level.write`. */
  finish(): void {
    removeWorkAssignments(this.level, this.removedPals);
    this.#guilds?.finish();
    this.items.finish();
  }
}

/** The files of Players/ as trees: they have 5 to 60 kB. A file is read when it is first edited. */
function openPlayerFiles(files: OpenSave) {
  const trees = new Map<string, PropertyTree>();
  function openTree(path: string): PropertyTree {
    const cached = trees.get(path);
    if (cached !== undefined) return cached;
    const file = files.get(path);
    if (file === undefined) throw new SaveEditError(`the save has no file ${path}`);
    const tree = readProperties(file.gvas, path);
    if (!writeProperties(tree).equals(file.gvas)) {
      throw new SaveError(path, '', 'it cannot be rewritten unchanged, so it cannot be edited');
    }
    trees.set(path, tree);
    return tree;
  }
  return {
    /** A file's `SaveData`, to change in place. Throws `SaveEditError` without one, `SaveError` for damage. */
    saveData: (path: string) => listOf(requireProperty(openTree(path).properties, 'SaveData').value),

    /** The files whose bytes differ from before. */
    written(): { readonly path: string; readonly gvas: Buffer }[] {
      return [...trees].flatMap(([path, tree]) => {
        const gvas = writeProperties(tree);
        return files.get(path)?.gvas.equals(gvas) ? [] : [{ path, gvas }];
      });
    },
  };
}

/** Sections that show the era of a save without a guild. */
const ERA_SECTIONS = [
  'GroupSaveDataMap',
  'CharacterSaveParameterMap',
  'DynamicItemSaveData',
  'MapObjectSaveData',
] as const;
const MAX_SAMPLES = 20;

/** The era of the newest layout: that of the guilds, which changed with every era, or else of the first records. */
function eraOfLevel(level: LevelEditor): SaveEra {
  const isGuild = (properties: readonly TreeProperty[]) =>
    findProperty(properties, 'GroupType')?.value === 'EPalGroupType::Guild';
  const guilds = erasIn(level, 'GroupSaveDataMap', Number.POSITIVE_INFINITY, isGuild);
  const eras = guilds.length > 0 ? guilds : ERA_SECTIONS.flatMap((name) => erasIn(level, name, MAX_SAMPLES));
  return SAVE_ERAS.findLast((era) => eras.includes(era)) ?? SAVE_ERAS[0];
}

function erasIn(
  level: LevelEditor,
  name: SectionName,
  limit: number,
  showsEra: (properties: readonly TreeProperty[]) => boolean = () => true,
): SaveEra[] {
  const section = level.section(name);
  return section
    .ids()
    .slice(0, limit)
    .flatMap((id) => section.viewRecord(id) ?? [])
    .filter(({ properties }) => showsEra(properties))
    .map(({ properties }) => eraOf(blobForm(modelOf(properties)).versions));
}

/** Map objects keep their versions in their model. */
function modelOf(properties: readonly TreeProperty[]): readonly TreeProperty[] {
  const model = findProperty(properties, 'Model');
  return model === undefined ? properties : listOf(model.value);
}
