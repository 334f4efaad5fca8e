import {
  getSettings,
  putSettings,
  reloadConfig,
  type Setting,
  type SettingsFile,
  type SettingValue,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { DialogButton } from '../kit/DialogButton.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Status } from '../views/Values.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import {
  changesOf,
  type Draft,
  linesText,
  readLines,
  shownValue,
  valueText,
  withValue,
} from './settings-draft.ts';
import './settings.css';
import { RotateCcw } from 'lucide';
import { assign } from '../kit/assign.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { Select } from '../kit/Select.tsx';
import { TextArea, TextField } from '../kit/TextField.tsx';
import { Switch } from '../kit/Toggles.tsx';

export default function SettingsPage() {
  const text = texts.value.settings;
  const settings = useResource((signal) => client().call(getSettings, { signal }));
  useRefreshOn(settings, ({ Type }) => Type === 'settings.saved' || Type === 'config.reloaded');
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
      <AsyncView of={settings}>
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
      <span class="quiet settings-count">{text.changes(changes.length)}</span>
      <Button onClick={() => assign(draft, {})}>{text.discard}</Button>
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
    <Card title={file.File} note={<code>{file.Path}</code>} tools={tools || undefined} flush>
      <Findings intro={text.problems} of={file.Problems} tone="danger" />
      <Findings intro={text.warnings} of={file.Warnings} tone="warn" />
      <ul class="settings">
        {file.Values.map((setting) => (
          <SettingRow
            key={setting.Key}
            setting={setting}
            draft={draft.value}
            disabled={!mayWrite || setting.ReadOnly}
            onChange={(value) => assign(draft, withValue(draft.value, setting, value))}
          />
        ))}
      </ul>
    </Card>
  );
}

function Findings(props: { intro: string; of: readonly string[]; tone: 'warn' | 'danger' }) {
  const { intro, of, tone } = props;
  if (of.length === 0) return null;
  return (
    <div class="settings-findings">
      <Status tone={tone}>{intro}</Status>
      <ul>
        {of.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </div>
  );
}

interface SettingRowProps {
  setting: Setting;
  draft: Draft;
  disabled: boolean;
  /** null: back to the default. */
  onChange: (value: SettingValue | null) => void;
}

/** One setting: what it is called and means, and the control for its kind. */
function SettingRow({ setting, draft, disabled, onChange }: SettingRowProps) {
  const text = texts.value.settings;
  const { Key, Meaning, Default, Given, NextStart, ReadOnly, InForce, Value } = setting;
  const isChanged = Object.hasOwn(draft, Key);
  const isDefault = isChanged ? draft[Key] === null : !Given;
  return (
    <li class={isChanged ? 'setting changed' : 'setting'}>
      <div>
        <code>{Key}</code>
        <p class="quiet">{Meaning}</p>
        <p class="faint">
          {text.default(valueText(Default))}
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
          <IconButton icon={RotateCcw} label={`${Key}: ${text.toDefault}`} onClick={() => onChange(null)} />
        )}
      </div>
    </li>
  );
}

interface ControlProps {
  setting: Setting;
  value: SettingValue;
  disabled: boolean;
  onChange: (value: SettingValue) => void;
}

function Control({ setting, value, disabled, onChange }: ControlProps) {
  const { Key, Kind, Choices = [], Minimum, Maximum } = setting;
  switch (Kind) {
    case 'Flag':
      return (
        <Switch checked={value === true} disabled={disabled} onChange={onChange}>
          {valueText(value === true)}
          <span class="spoken">{Key}</span>
        </Switch>
      );
    case 'Number':
    case 'Integer':
      return (
        <NumberField
          label={Key}
          value={Number(value)}
          disabled={disabled}
          {...(Minimum !== undefined && { min: Minimum })}
          {...(Maximum !== undefined && { max: Maximum })}
          onChange={(next) => {
            if (next !== null) onChange(next);
          }}
        />
      );
    case 'Choice': {
      const options = Choices.map((choice) => ({ value: choice, text: choice }));
      return (
        <Select label={Key} value={String(value)} options={options} disabled={disabled} onChange={onChange} />
      );
    }
    case 'Texts':
    case 'Numbers':
      return (
        <TextArea
          label={`${Key}. ${texts.value.settings.oneEach}`}
          value={linesText(value)}
          disabled={disabled}
          placeholder={texts.value.settings.oneEach}
          onInput={(typed) => onChange(readLines(typed, Kind))}
        />
      );
    case 'Text':
      return <TextField label={Key} value={String(value)} disabled={disabled} onInput={onChange} />;
  }
}
