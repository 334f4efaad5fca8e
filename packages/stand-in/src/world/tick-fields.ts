// Times of Level.sav are replaced in place: a tree of the whole file would take seconds for a large world.

/** Bytes between the end of a property's name and its 8 bytes, by the type of the property. */
const TAGS = [
  { type: 'Int64Property', bytes: 4 + 'Int64Property\0'.length + 8 + 1 },
  { type: 'StructProperty', bytes: 4 + 'StructProperty\0'.length + 8 + 4 + 'DateTime\0'.length + 16 + 1 },
] as const;

/** Replaces the first property of that name, an `Int64Property` or a `DateTime`. Leaves a file without one alone. */
export function patchTicks(gvas: Buffer, name: string, next: (ticks: bigint) => bigint): void {
  const length = Buffer.alloc(4);
  length.writeInt32LE(name.length + 1);
  const at = gvas.indexOf(Buffer.concat([length, Buffer.from(`${name}\0`, 'latin1')]));
  if (at < 0) return;
  const tagAt = at + 4 + name.length + 1;
  const tag = TAGS.find(({ type }) => gvas.toString('latin1', tagAt + 4, tagAt + 4 + type.length) === type);
  if (tag === undefined) return;
  const valueAt = tagAt + tag.bytes;
  gvas.writeBigInt64LE(next(gvas.readBigInt64LE(valueAt)), valueAt);
}
