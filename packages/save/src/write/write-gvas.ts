import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import { PropertyWriter } from './property-writer.ts';

/** Returns GVAS bytes: header, the properties that `list` writes, and the closing zeros. */
export function writeGvas(
  className: string,
  spell: (name: string) => string,
  list: (writer: PropertyWriter) => void,
): Buffer {
  const writer = new PropertyWriter(spell);
  writer.raw(Buffer.from('GVAS', 'latin1'));
  writer.i32(3);
  writer.i32(522);
  writer.i32(1008);
  for (const part of [5, 1, 1]) writer.u16(part); // Unreal 5.1.1
  writer.u32(0);
  writer.text('++UE5+Release-5.1');
  writer.i32(3);
  writer.u32(1);
  writer.guid(BLOB_VERSION_IDS.mark);
  writer.i32(1);
  writer.text(className);
  list(writer);
  writer.none();
  writer.u32(0);
  return writer.result();
}
