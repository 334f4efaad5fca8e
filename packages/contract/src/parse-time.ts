const ISO_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** A day or a time of ISO 8601, in ms since 1970: UTC without an offset. Undefined for any other text. */
export function parseTime(text: string): number | undefined {
  const parts = ISO_TIME.exec(text);
  if (parts === null) return undefined;
  const [, time, , , offset] = parts;
  const atMs = Date.parse(
    `${text.replace(' ', 'T')}${time !== undefined && offset === undefined ? 'Z' : ''}`,
  );
  // The parser takes the 31st of April for the 1st of May.
  const day = Number(text.slice(8, 10));
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return Number.isNaN(atMs) || day > daysInMonth ? undefined : atMs;
}
