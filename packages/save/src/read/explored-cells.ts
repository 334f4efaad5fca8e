import type { SaveCell } from '../format/save-types.ts';
import { fieldTable, readFields } from './field-table.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import type { SaveReader } from './save-reader.ts';

/**
 * Reads the keys of `FoliageGridSaveDataMap`: the game keeps what players felled in each cell that was loaded. Nothing
 * else depends on them, so a damaged map costs a warning and the cells.
 */
export function readExploredCells(reader: SaveReader): SaveCell[] {
  return reader.inOptional(() => readCells(reader)) ?? [];
}

function readCells(reader: SaveReader): SaveCell[] {
  return reader.eachRecord(reader.pairs(SMALLEST_STRUCT_BYTES * 2), () => {
    const cell: SaveCell = { x: 0, y: 0, z: 0 };
    readFields(reader, CELL, cell);
    readFields(reader, FOLIAGE, undefined);
    return cell;
  });
}

const CELL = fieldTable<SaveCell>({
  X: (reader, cell) => (cell.x = reader.number()),
  Y: (reader, cell) => (cell.y = reader.number()),
  Z: (reader, cell) => (cell.z = reader.number()),
});

/** What stands in a cell is passed over. */
const FOLIAGE = fieldTable<undefined>({});
