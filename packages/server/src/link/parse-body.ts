const TEXT = new TextDecoder(); // drops a byte order mark, and never fails

/** A body as text, whatever its content type says: the game sends JSON as text/plain at times. */
export function bodyText(body: Uint8Array): string {
  return TEXT.decode(body);
}

/** The JSON of a body; undefined when it is none. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(bodyText(body));
  } catch {
    return undefined;
  }
}
