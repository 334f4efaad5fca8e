/** The bytes in memory that threads can share without a copy: themselves where they lie in such memory already. */
export function sharedBytes(bytes: Uint8Array): Buffer {
  if (bytes.buffer instanceof SharedArrayBuffer) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  const shared = emptySharedBytes(bytes.length);
  shared.set(bytes);
  return shared;
}

/** Zeros in memory that threads can share. */
export function emptySharedBytes(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length));
}
