import { createHash } from 'node:crypto';

/** SHA-256 of bytes, in hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
