import { LevelEditor, type SectionName } from '../edit/level-editor.ts';
import { RECORD_IDS, worldLayout } from '../edit/level-sections.ts';

/** The sections of Level.sav whose records edits change. */
export const EDITED_SECTIONS = Object.keys(RECORD_IDS) as SectionName[]; // of these names

/** The bytes of Level.sav in pieces: each record by id in each of EDITED_SECTIONS, and all that no edit touches. */
export interface LevelRecords {
  readonly sections: ReadonlyMap<SectionName, ReadonlyMap<string, Buffer>>;
  /** The other sections of `worldSaveData` by name, and the bytes before and after it. */
  readonly rest: ReadonlyMap<string, Buffer>;
}

export function levelRecords(gvas: Buffer): LevelRecords {
  const editor = new LevelEditor(gvas, 'Level.sav');
  const { tag, sections: tags } = worldLayout(gvas);
  const sections = new Map<SectionName, Map<string, Buffer>>();
  for (const name of EDITED_SECTIONS) {
    if (tags.every((present) => present.name !== name)) continue;
    const section = editor.section(name);
    sections.set(name, new Map(section.ids().map((id) => [id, section.recordBytes(id) ?? Buffer.alloc(0)])));
  }
  const names = new Set<string>(EDITED_SECTIONS);
  const others = tags.filter(({ name }) => !names.has(name));
  const rest = new Map(others.map(({ name, start, valueEnd }) => [name, gvas.subarray(start, valueEnd)]));
  rest.set('in front of worldSaveData', gvas.subarray(0, tag.start));
  rest.set('behind worldSaveData', gvas.subarray(tag.valueEnd));
  return { sections, rest };
}
