import { PalatineError } from '@palatine/client';
import {
  putSettings,
  reloadConfig,
  type Setting,
  type SettingsFile,
  type SettingValue,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { RotateCcw } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useReply } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { DialogButton } from '../kit/Dialog.tsx';
import { NumberField, Select, TextArea, TextField } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { FormDialog } from '../views/FormDialog.tsx';
import { showFailure } from '../views/show-failure.ts';
import { Status } from '../views/Values.tsx';
import {
  type Change,
  changesOf,
  type Draft,
  inverseOf,
  readLines,
  shownValue,
  valueText,
  withValue,
} from './settings-draft.ts';
import './settings.css';

export default function SettingsPage() {
  const text = texts.value.settings;
  const settings = useReply('getSettings', {}, /^(settings\.saved|config\.reloaded)$/);
  const isPending = settings.value.value?.Files.some(({ Pending }) => Pending) === true;

  async function putInForce(): Promise<void> {
    const outcome = await send({ route: 'reloadConfig', label: text.putInForce, key: newKey() });
    if (outcome.state === 'done') showToast({ text: text.inForce, tone: 'ok' });
    else if (outcome.state !== 'stopped') showToast({ text: outcome.error.message, tone: 'danger' });
    await settings.refresh();
  }
  const bar = isPending ? (
    <>
      <span>{text.pending}</span>
      {may(reloadConfig) && <Button onClick={() => void putInForce()}>{text.putInForce}</Button>}
    </>
  ) : undefined;
  return (
    <PageBody toolbar={bar}>
      <AsyncView resource={settings}>
        {({ Files }) =>
          Files.map((file) => (
            <SettingsCard key={file.File} file={file} onSaved={() => void settings.refresh()} />
          ))
        }
      </AsyncView>
    </PageBody>
  );
}

/** One file of settings as a form. Nothing is saved before its review. */
function SettingsCard({ file, onSaved }: { file: SettingsFile; onSaved: () => void }) {
  const text = texts.value.settings;
  const draft = useSignal<Draft>({});
  const changes = changesOf(file, draft.value);
  const mayWrite = may(putSettings);
  const tools = changes.length > 0 && (
    <>
      <span class="quiet">{text.changes(changes.length)}</span>
      <Button onClick={() => (draft.value = {})}>{text.discard}</Button>
      <DialogButton kind="primary" text={text.review}>
        {(close) => (
          <ReviewDialog
            file={file}
            changes={changes}
            onClose={close}
            onSaved={() => {
              draft.value = {};
              onSaved();
            }}
          />
        )}
      </DialogButton>
    </>
  );
  return (
    <Card title={text.files[file.File]} note={<code>{file.Path}</code>} tools={tools || undefined} flush>
      <Findings intro={text.problems} findings={file.Problems} tone="danger" />
      <Findings intro={text.warnings} findings={file.Warnings} tone="warn" />
      <ul class="settings">
        {file.Values.map((setting) => (
          <SettingRow
            key={setting.Key}
            setting={setting}
            draft={draft.value}
            disabled={!mayWrite || setting.ReadOnly}
            onChange={(value) => (draft.value = withValue(draft.value, setting, value))}
          />
        ))}
      </ul>
    </Card>
  );
}

function Findings(props: { intro: string; findings: readonly string[]; tone: 'warn' | 'danger' }) {
  const { intro, findings, tone } = props;
  if (findings.length === 0) return null;
  return (
    <div class="settings-findings stack">
      <Status tone={tone}>{intro}</Status>
      <ul>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </div>
  );
}

/** Name and meaning in the language of the page; in the words of the service where the page has none. */
function textOf({ Key, Title, Meaning }: Setting): { title: string; meaning: string } {
  const [title, meaning] = texts.value.settingTexts[Key] ?? [Title, Meaning];
  return { title, meaning };
}

/** One setting: what it is called and means, and the control for its kind. */
function SettingRow(props: {
  setting: Setting;
  draft: Draft;
  disabled: boolean;
  onChange: (value: SettingValue | null) => void;
}) {
  const { setting, draft, disabled, onChange } = props;
  const text = texts.value.settings;
  const { title, meaning } = textOf(setting);
  const { Key, Default, Given, NextStart, ReadOnly, InForce, Value } = setting;
  const isChanged = Object.hasOwn(draft, Key);
  const isDefault = isChanged ? draft[Key] === null : !Given;
  return (
    <li class={isChanged ? 'setting changed' : 'setting'}>
      <div>
        <h3>{title}</h3>
        <p class="quiet">{meaning}</p>
        <p class="faint">
          <code>{Key}</code> · {text.default(valueText(Default))}
          {Given && Value === undefined && ` · ${text.wrong}`}
          {InForce !== undefined && ` · ${text.inForceIs(valueText(InForce))}`}
          {NextStart && ` · ${text.nextStart}`}
          {ReadOnly && ` · ${text.readOnly}`}
        </p>
      </div>
      <div class="setting-value">
        <Control
          setting={setting}
          value={shownValue(setting, draft)}
          disabled={disabled}
          onChange={onChange}
        />
        {!isDefault && !disabled && (
          <IconButton icon={RotateCcw} label={`${title}: ${text.toDefault}`} onClick={() => onChange(null)} />
        )}
      </div>
    </li>
  );
}

function Control(props: {
  setting: Setting;
  value: SettingValue;
  disabled: boolean;
  onChange: (value: SettingValue) => void;
}) {
  const { setting, value, disabled, onChange } = props;
  const { Kind, Choices = [], Minimum: min, Maximum: max } = setting;
  const { title: label } = textOf(setting);
  const { oneEach } = texts.value.settings;
  const field = { label, disabled };
  switch (Kind) {
    case 'Flag':
      return (
        <Switch value={value === true} disabled={disabled} onChange={onChange}>
          {valueText(value === true)}
          <span class="spoken">{label}</span>
        </Switch>
      );
    case 'Number':
    case 'Integer':
      return (
        <NumberField
          {...field}
          value={Number(value)}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          onChange={(next) => {
            if (next !== null) onChange(next);
          }}
        />
      );
    case 'Choice': {
      const options = Choices.map((choice) => ({ value: choice, text: choice }));
      return <Select {...field} value={String(value)} options={options} onChange={onChange} />;
    }
    case 'Texts':
    case 'Numbers':
      return (
        <TextArea
          {...field}
          label={`${label}. ${oneEach}`}
          value={[value].flat().join('\n')}
          placeholder={oneEach}
          onChange={(typed) => onChange(readLines(typed, Kind))}
        />
      );
    case 'Text':
      return <TextField {...field} value={String(value)} onChange={onChange} />;
  }
}

function ReviewDialog(props: {
  file: SettingsFile;
  changes: readonly Change[];
  onClose: () => void;
  onSaved: () => void;
}) {
  const { file, changes, onClose, onSaved } = props;
  const text = texts.value.settings;
  const key = useMemo(newKey, []);
  const isConflict = useSignal(false);
  const shown = (value: Change['before'], { Default }: Change['setting']) =>
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
      action: { text: texts.value.actionDialog.undo, run: () => void undo() },
    });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.save(file.File)}
      description={text.reviewText}
      wide
      doText={text.save(file.File)}
      ready={!isConflict.value}
      run={save}
      onDone={reread}
      tools={isConflict.value && <Button onClick={reread}>{text.reread}</Button>}
    >
      <ul class="settings-diff stack">
        {changes.map(({ setting, before, after }) => (
          <li key={setting.Key}>
            <span>
              {textOf(setting).title} <code class="faint">{setting.Key}</code>
            </span>
            <del>{shown(before, setting)}</del>
            <ins>{shown(after, setting)}</ins>
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
