import { printGuid } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';

/** The player uid that a server gives to a Steam account: a one-way hash (docs/save-format.md#steam). */
export function steamPlayerUid(steamId64: string): SaveGuid {
  if (!/^\d{17}$/.test(steamId64)) throw new RangeError(`${JSON.stringify(steamId64)} is not a SteamID64`);
  const hash = cityHash33To64(Buffer.from(steamId64, 'utf16le'));
  const low = hash & 0xffff_ffffn;
  const high = hash >> 32n;
  return printGuid(Number((low + high * 23n) & 0xffff_ffffn), 0, 0, 0);
}

// CityHash64 1.1 for inputs of 33 to 64 bytes: 17 digits in UTF-16 are 34.
const K2 = 0x9ae16a3b2f90404fn;
const u64 = (value: bigint) => BigInt.asUintN(64, value);
const rotate = (value: bigint, bits: bigint) => u64((value >> bits) | (value << (64n - bits)));
const shiftMix = (value: bigint) => value ^ (value >> 47n);

function swapBytes(value: bigint): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.readBigUInt64BE();
}

function cityHash33To64(bytes: Buffer): bigint {
  const length = bytes.length;
  const at = (offset: number) => bytes.readBigUInt64LE(offset);
  const multiplier = K2 + BigInt(length) * 2n;
  let a = u64(at(0) * K2);
  let b = at(8);
  const c = at(length - 24);
  const d = at(length - 32);
  const e = u64(at(16) * K2);
  const f = u64(at(24) * 9n);
  const g = at(length - 8);
  const h = u64(at(length - 16) * multiplier);
  const u = u64(rotate(u64(a + g), 43n) + (rotate(b, 30n) + c) * 9n);
  const v = u64((u64(a + g) ^ d) + f + 1n);
  const w = u64(swapBytes(u64((u + v) * multiplier)) + h);
  const x = u64(rotate(u64(e + f), 42n) + c);
  const y = u64((swapBytes(u64((v + w) * multiplier)) + g) * multiplier);
  const z = u64(e + f + c);
  a = u64(swapBytes(u64((x + z) * multiplier + y)) + b);
  b = u64(shiftMix(u64((z + a) * multiplier + d + h)) * multiplier);
  return u64(b + x);
}
