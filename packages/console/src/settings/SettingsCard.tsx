import { putSettings, type SettingsFile } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Status } from '../faces/Status.tsx';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { SettingRow } from './SettingRow.tsx';
import { changesOf, type Draft, withValue } from './settings-draft.ts';
import './settings.css';

/** One file of settings as a form. Nothing is saved before its review. */
export function SettingsCard({ file, onSaved }: { file: SettingsFile; onSaved: () => void }): JSX.Element {
  const text = texts.value.settings;
  const draft = useSignal<Draft>({});
  const reviewing = useSignal(false);
  const changes = changesOf(file, draft.value);
  const mayWrite = may(putSettings);
  const tools = changes.length > 0 && (
    <>
      <span class="quiet settings-count">{text.changes(changes.length)}</span>
      <Button
        onClick={() => {
          draft.value = {};
        }}
      >
        {text.discard}
      </Button>
      <Button
        kind="primary"
        onClick={() => {
          reviewing.value = true;
        }}
      >
        {text.review}
      </Button>
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
            onChange={(value) => {
              draft.value = withValue(draft.value, setting, value);
            }}
          />
        ))}
      </ul>
      {reviewing.value && (
        <ReviewDialog
          file={file}
          changes={changes}
          onClose={() => {
            reviewing.value = false;
          }}
          onSaved={() => {
            draft.value = {};
            onSaved();
          }}
        />
      )}
    </Card>
  );
}

function Findings(props: {
  intro: string;
  of: readonly string[];
  tone: 'warn' | 'danger';
}): JSX.Element | null {
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
