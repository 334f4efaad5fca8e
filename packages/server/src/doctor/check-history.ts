import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { bytesText } from '../data-folder/bytes-text.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { historyBytes, isMovedAside, recordedUntilMs } from '../history/history-file.ts';
import type { Finding } from './finding.ts';

/** The history, where there is one; and files of it that could not be read and were moved aside. */
export function checkHistory(data: DataPaths): Finding | undefined {
  const check = 'history';
  const aside = namesInFolder(data.path).filter(isMovedAside);
  if (aside.length > 0) {
    const todo = 'the history has begun anew; delete them when nobody wants to look into them';
    return { check, state: 'warn', found: `${aside.join(', ')} could not be read`, todo };
  }
  if (!existsSync(data.history)) return undefined;
  try {
    using database = new DatabaseSync(data.history, { readOnly: true });
    const untilMs = recordedUntilMs(database);
    const until = untilMs === undefined ? 'nothing recorded yet' : `until ${new Date(untilMs).toISOString()}`;
    return { check, state: 'ok', found: `${bytesText(historyBytes(data.history).bytes)}, ${until}` };
  } catch (error) {
    const todo =
      'the next start moves it aside and begins anew: trails, series and sessions so far are lost, no belongings';
    return { check, state: 'warn', found: (error as Error).message, todo };
  }
}
