/** One message of a text/event-stream. */
export interface StreamMessage {
  /** The last id told so far, where there was one. */
  id: string | undefined;
  /** '' for a message that only tells an id. */
  data: string;
}

/**
 * Takes a text/event-stream apart, however its bytes are cut into chunks. `push` gives the messages a chunk
 * completes. Names of events are not looked at: the data tells its type.
 */
export function eventStreamReader(): { push(chunk: Uint8Array): StreamMessage[] } {
  const decoder = new TextDecoder(); // drops the byte order mark, as the standard asks
  let rest = '';
  let id: string | undefined;
  let idTold = false;
  let data: string[] = [];

  function take(line: string, messages: StreamMessage[]): void {
    if (line === '') {
      if (data.length > 0 || idTold) messages.push({ id, data: data.join('\n') });
      data = [];
      idTold = false;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field !== 'id' || value.includes('\0')) return;
    id = value;
    idTold = true;
  }

  return {
    push(chunk) {
      const messages: StreamMessage[] = [];
      const text = rest + decoder.decode(chunk, { stream: true });
      // A carriage return at the end may be the first half of a line's end.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line, messages);
      return messages;
    },
  };
}
