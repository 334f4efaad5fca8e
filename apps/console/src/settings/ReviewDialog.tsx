import { PalatineError } from '@palatine/client';
import type { SettingsFile } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Button } from '../kit/Button.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog } from '../views/FormDialog.tsx';
import { showFailure } from '../views/show-failure.ts';
import { type Change, type Draft, inverseOf, valueText } from './settings-draft.ts';

export interface ReviewDialogProps {
  file: SettingsFile;
  changes: readonly Change[];
  onClose: () => void;
  onSaved: () => void;
}

/** The changes of a save, and the button that saves them. */
export function ReviewDialog({ file, changes, onClose, onSaved }: ReviewDialogProps) {
  const text = texts.value.settings;
  const key = useMemo(newKey, []);
  const isConflict = useSignal(false);
  const textOf = (value: Change['before'], { Default }: Change['setting']) =>
    value === undefined ? `${text.absent} (${valueText(Default)})` : valueText(value);
  const reread = () => {
    onSaved();
    onClose();
  };
  async function save(): Promise<void> {
    const draft = Object.fromEntries(changes.map(({ setting, after }) => [setting.Key, after ?? null]));
    const saved = await saveSettings(file, draft, key).catch((error: unknown) => {
      isConflict.value = error instanceof PalatineError && error.code === 'FILE_CHANGED';
      throw error;
    });
    const undo = () => saveSettings(saved, inverseOf(changes), newKey()).catch(showFailure).then(onSaved);
    showToast({
      text: text.saved(file.File),
      tone: 'ok',
      action: { text: text.undo, run: () => void undo() },
    });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.reviewTitle(file.File)}
      description={text.reviewText}
      wide
      doText={text.save(file.File)}
      ready={!isConflict.value}
      run={save}
      onDone={reread}
      tools={isConflict.value && <Button onClick={reread}>{text.reread}</Button>}
    >
      <ul class="settings-diff">
        {changes.map(({ setting, before, after }) => (
          <li key={setting.Key}>
            <code>{setting.Key}</code>
            <del>{textOf(before, setting)}</del>
            <ins>{textOf(after, setting)}</ins>
            {setting.NextStart && <span class="faint">{text.nextStart}</span>}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** Saves changes of a file, in the version in which it was read. @returns the file as it is now. Rejects when it is not saved. */
async function saveSettings({ File, ETag }: SettingsFile, draft: Draft, key: string): Promise<SettingsFile> {
  const outcome = await send({
    route: 'putSettings',
    label: texts.value.settings.save(File),
    key,
    params: { file: File },
    ifMatch: ETag === '' ? null : ETag,
    body: { Values: draft },
  });
  if (outcome.state === 'done') return outcome.reply as SettingsFile; // the reply of that very route
  throw outcome.state === 'stopped' ? new Error(outcome.state) : outcome.error;
}
