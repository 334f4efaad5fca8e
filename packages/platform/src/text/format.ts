/** A size for people: 1.5 MiB. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  if (bytes === 1) return '1 byte';
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`;
}

/** A UTC time for file names that sort by time: 20261121T225304. */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15);
}

/** A name, with `-2`, `-3` and so on before its end where it is taken. */
export function freeName(stem: string, end: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${end}`;
    if (!isTaken(name)) return name;
  }
}

/** A time for people, of ms since 1970 or ISO 8601: 2026-11-21 22:53:04 UTC. */
export function timeText(time: string | number): string {
  const iso = typeof time === 'number' ? new Date(time).toISOString() : time;
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** A count with its noun: 1 player, 2 players. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A word of a command that is printed to be pasted, in quotes where a shell would split or change it. */
export function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
