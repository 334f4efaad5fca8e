import { readFileBytes } from '../../data-folder/read-file.ts';

/** A picture of the operator. */
export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/webp' | 'image/jpeg';
}

/** By the first bytes of a file: its name says nothing. No SVG, which is a program. */
function pictureType(bytes: Buffer): Picture['contentType'] | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  return begins('\xff\xd8\xff') ? 'image/jpeg' : undefined;
}

/** Reads a picture; undefined for a file that is gone, or is none. Throws an UnreadableFileError. */
export function readPicture(file: string, maxBytes: number): Picture | undefined {
  const bytes = readFileBytes(file, maxBytes);
  const contentType = bytes && pictureType(bytes);
  return bytes && contentType && { bytes, contentType };
}
