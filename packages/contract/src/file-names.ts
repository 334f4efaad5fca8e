/** File systems take 255 bytes; the rest is for the ending of a file that is being written. */
const MAX_BYTES = 240;

/** Separators of any system, drives, wildcards, redirections, control and invisible characters, lone surrogates. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/u;

/** Windows opens a device for these names, with any extension. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** Rule of `isFileName`, for messages. */
export const FILE_NAME_RULE =
  'no / \\ : * ? " < > | and no control, bidirectional or invisible character, no dot at the start, ' +
  'no dot or space at the end, no device name of Windows, 240 bytes at most';

/** Whether a name is a plain file name on Linux, macOS and Windows. Every name from outside is checked. */
export function isFileName(name: string): boolean {
  if (name === '' || name.startsWith('.') || /[. ]$/.test(name)) return false;
  if (FORBIDDEN.test(name) || isDeviceName(name)) return false;
  return new TextEncoder().encode(name).length <= MAX_BYTES;
}

/** Whether Windows opens a device for the name. */
export function isDeviceName(name: string): boolean {
  return WINDOWS_DEVICE.test(name);
}

/** The name of a JSON file without its ending, as it may be given with or without; undefined where it breaks the rule. */
export function jsonBaseName(name: string): string | undefined {
  const base = name.replace(/\.json$/i, '');
  return isFileName(base) && isFileName(`${base}.json`) ? base : undefined;
}
