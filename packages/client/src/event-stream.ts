/** One message of a text/event-stream. */
export interface StreamMessage {
  /** The last id so far, where there was one. */
  id: string | undefined;
  /** '' for a message with an id only. */
  data: string;
}

/** Parses a text/event-stream. `push` returns the messages that a chunk completes, without event names. */
export function eventStreamReader(): { push(chunk: Uint8Array): StreamMessage[] } {
  const decoder = new TextDecoder(); // drops the byte order mark, as the standard requires
  let rest = '';
  let id: string | undefined;
  let hasId = false;
  let data: string[] = [];

  function readLine(line: string, messages: StreamMessage[]): void {
    if (line === '') {
      if (data.length > 0 || hasId) messages.push({ id, data: data.join('\n') });
      data = [];
      hasId = false;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field !== 'id' || value.includes('\0')) return;
    id = value;
    hasId = true;
  }

  return {
    push(chunk) {
      const messages: StreamMessage[] = [];
      const text = rest + decoder.decode(chunk, { stream: true });
      // A carriage return at the end of a chunk may be the first half of CRLF.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line, messages);
      return messages;
    },
  };
}
