import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { RUN_TOOLS } from '../actions/dialog.ts';
import { Columns, PageBody } from '../kit/Layout.tsx';
import { address } from '../navigation/router.ts';
import { Compose } from './Compose.tsx';
import { type ComposerStart, createComposer } from './composer.ts';
import { MessageLog } from './MessageLog.tsx';
import './messages.css';
import { AUDIENCES } from './recipients.ts';

/** Writes to players, and shows what was said. */
export default function MessagesPage(): JSX.Element {
  const composer = useMemo(() => createComposer(RUN_TOOLS, startOf(address.peek().query)), []);
  return (
    <PageBody>
      <Columns>
        <Compose composer={composer} />
        <MessageLog />
      </Columns>
    </PageBody>
  );
}

/** What an address asks for: `?to=players&uid=…`, `?to=guild&guild=…`, `?to=near&x=…&y=…&metres=…`. */
function startOf(query: URLSearchParams): ComposerStart {
  const audience = AUDIENCES.find((each) => each === query.get('to')) ?? 'everybody';
  const [x, y, metres] = ['x', 'y', 'metres'].map((name) => {
    const text = query.get(name) ?? '';
    return /^-?\d{1,7}(\.\d+)?$/.test(text) ? Number(text) : null;
  });
  return {
    audience,
    narrowing: {
      uids: query.getAll('uid'),
      guild: query.get('guild') ?? '',
      x: x ?? null,
      y: y ?? null,
      ...(metres != null && { metres }),
    },
  };
}
