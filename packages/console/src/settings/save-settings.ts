import type { SettingsFile } from '@palatine/contract';
import { send } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import type { Draft } from './settings-draft.ts';

/** Saves changes of a file, in the version in which it was read. @returns the file as it is now, or why it is not saved. */
export async function saveSettings(
  { File, ETag }: SettingsFile,
  draft: Draft,
  key: string,
): Promise<{ file: SettingsFile } | { error: unknown }> {
  const outcome = await send({
    route: 'putSettings',
    label: texts.value.settings.save(File),
    key,
    params: { file: File },
    ifMatch: ETag === '' ? null : ETag,
    body: { Values: draft },
  });
  if (outcome.state === 'done') return { file: outcome.reply as SettingsFile }; // the reply of that very route
  return { error: outcome.state === 'stopped' ? new Error(outcome.state) : outcome.error };
}
