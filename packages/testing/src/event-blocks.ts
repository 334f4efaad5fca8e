export interface EventBlock {
  /** NaN where the stream has none. */
  id: number;
  type: string;
  /** JSON. */
  data: string;
}

/** The events that each piece of a response completes. Comments are left out. */
export async function* eventBlocks(response: Response): AsyncGenerator<EventBlock[]> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield blocks.flatMap((block) => {
      const [, id, type, data = ''] = /^(?:id: (\d+)\n)?event: (\S+)\ndata: (.*)$/.exec(block) ?? [];
      return type === undefined ? [] : [{ id: Number(id), type, data }];
    });
  }
}
