import type { Setting, SettingValue } from '@palatine/contract';
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs';
import type { JSX } from 'preact';
import { IconButton } from '../kit/IconButton.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { Select } from '../kit/Select.tsx';
import { Switch } from '../kit/Switch.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { linesText, readLines, valueText } from './setting-text.ts';
import { type Draft, shownValue } from './settings-draft.ts';

export interface SettingRowProps {
  setting: Setting;
  draft: Draft;
  disabled: boolean;
  /** null: back to the default. */
  onChange: (value: SettingValue | null) => void;
}

/** One setting: what it is called and means, and the control for its kind. */
export function SettingRow({ setting, draft, disabled, onChange }: SettingRowProps): JSX.Element {
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

function Control({ setting, value, disabled, onChange }: ControlProps): JSX.Element {
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
