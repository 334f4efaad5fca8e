import { SaveError } from '../format/save-error.ts';
import type { OpenSave } from '../read/open-save.ts';
import type { PropertyTree, TreeProperty } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { listOf, requireProperty } from './property-list.ts';
import { SaveEditError } from './save-edit.ts';

/** The files of Players/ as trees: they have 5 to 60 kB. A file is read when it is first edited. */
export class PlayerFiles {
  readonly #files: OpenSave;
  readonly #trees = new Map<string, PropertyTree>();

  constructor(files: OpenSave) {
    this.#files = files;
  }

  /**
   * The properties of a file's `SaveData`, to be changed in place. Throws a `SaveEditError` for a player without a
   * file, and a `SaveError` for a file that could not be written back as it is.
   */
  saveData(path: string): TreeProperty[] {
    return listOf(requireProperty(this.#tree(path).properties, 'SaveData').value);
  }

  /** The files whose bytes differ from before. */
  written(): { readonly path: string; readonly gvas: Buffer }[] {
    return [...this.#trees].flatMap(([path, tree]) => {
      const gvas = writeProperties(tree);
      return this.#files.get(path)?.gvas.equals(gvas) ? [] : [{ path, gvas }];
    });
  }

  #tree(path: string): PropertyTree {
    const known = this.#trees.get(path);
    if (known !== undefined) return known;
    const file = this.#files.get(path);
    if (file === undefined) throw new SaveEditError(`the save has no file ${path}`);
    const tree = readProperties(file.gvas, path);
    if (!writeProperties(tree).equals(file.gvas)) {
      throw new SaveError(path, '', 'it cannot be written back as it is, so it cannot be edited');
    }
    this.#trees.set(path, tree);
    return tree;
  }
}
