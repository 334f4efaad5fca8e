import { PalatineError } from '@palatine/client';
import type { SettingsFile } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Failure } from '../faces/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import { valueText } from './setting-text.ts';
import { type Change, type Draft, inverseOf } from './settings-draft.ts';

export interface ReviewDialogProps {
  file: SettingsFile;
  changes: readonly Change[];
  onClose: () => void;
  onSaved: () => void;
}

/** What a save would change, and the button that saves it. */
export function ReviewDialog({ file, changes, onClose, onSaved }: ReviewDialogProps) {
  const text = texts.value.settings;
  const key = useMemo(newKey, []);
  const busy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const isConflict = error.value instanceof PalatineError && error.value.code === 'FILE_CHANGED';

  async function save(): Promise<void> {
    busy.value = true;
    const draft = Object.fromEntries(changes.map(({ setting, after }) => [setting.Key, after ?? null]));
    const saved = await saveSettings(file, draft, key);
    busy.value = false;
    if ('error' in saved) {
      error.value = saved.error;
      return;
    }
    showToast({
      text: text.saved(file.File),
      tone: 'ok',
      action: {
        text: text.undo,
        run: () => void saveSettings(saved.file, inverseOf(changes), newKey()).then(onSaved),
      },
    });
    onSaved();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.reviewTitle(file.File)}
      description={text.reviewText}
      wide
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {isConflict && (
            <Button
              onClick={() => {
                onSaved();
                onClose();
              }}
            >
              {text.reread}
            </Button>
          )}
          <Button kind="primary" disabled={busy.value || isConflict} onClick={() => void save()}>
            {text.save(file.File)}
          </Button>
        </>
      }
    >
      <ul class="settings-diff">
        {changes.map(({ setting, before, after }) => (
          <li key={setting.Key}>
            <code>{setting.Key}</code>
            <del>
              {before === undefined ? `${text.absent} (${valueText(setting.Default)})` : valueText(before)}
            </del>
            <ins>
              {after === undefined ? `${text.absent} (${valueText(setting.Default)})` : valueText(after)}
            </ins>
            {setting.NextStart && <span class="faint">{text.nextStart}</span>}
          </li>
        ))}
      </ul>
      {error.value !== undefined && <Failure error={error.value} />}
    </Dialog>
  );
}

/** Saves changes of a file, in the version in which it was read. @returns the file as it is now, or why it is not saved. */
async function saveSettings(
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
