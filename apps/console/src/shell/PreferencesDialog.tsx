import { CATALOGUE_LANGUAGES } from '@palatine/contract';
import { closeFrameDialog, frameDialog } from '../commands/registry.ts';
import { type Preferences, preferences, setPreference } from '../data/preferences.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Field, type Option, optionsOf, Select } from '../kit/Fields.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { sessionFacts } from '../session/session.ts';
import { LANGUAGES, texts } from '../texts/texts.ts';
import './preferences-dialog.css';

/** Minutes that can be chosen for the lock; 0: never. */
const IDLE_MINUTES = [5, 15, 30, 60, 240, 0];

export default function PreferencesDialog() {
  const text = texts.value.shell.preferences;
  const { singleKeys, idleMinutes } = preferences.value;
  return (
    <Dialog
      open={frameDialog.value === 'preferences'}
      onClose={closeFrameDialog}
      title={text.title}
      description={text.kept}
    >
      <div class="preferences">
        <Choice name="theme" label={text.theme} options={optionsOf(text.themes)} />
        <Choice name="density" label={text.density} options={optionsOf(text.densities)} />
        <Choice name="language" label={text.language} options={pageLanguages()} />
        <Choice name="names" label={text.names} options={nameLanguages()} />
        <Choice name="coordinates" label={text.coordinates} options={optionsOf(text.coordinateKinds)} />
        <Field label={text.idle} hint={text.idleHint}>
          <Select
            value={String(idleMinutes)}
            options={IDLE_MINUTES.map((minutes) => ({ value: String(minutes), text: text.minutes(minutes) }))}
            onChange={(minutes) => setPreference('idleMinutes', Number(minutes))}
          />
        </Field>
      </div>
      <Switch value={singleKeys} onChange={(on) => setPreference('singleKeys', on)}>
        {text.singleKeys}
      </Switch>
    </Dialog>
  );
}

type ChoiceName = 'theme' | 'density' | 'language' | 'names' | 'coordinates';

function Choice<Name extends ChoiceName>(props: { name: Name; label: string; options: readonly Option[] }) {
  const { name, label, options } = props;
  return (
    <Field label={label}>
      <Select
        value={preferences.value[name]}
        options={options}
        onChange={(value) => setPreference(name, value as Preferences[Name])} // one of the options
      />
    </Field>
  );
}

function pageLanguages(): readonly Option[] {
  const follow = { value: '', text: texts.value.shell.preferences.asBrowser };
  return [follow, ...Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, text: name }))];
}

function nameLanguages(): readonly Option[] {
  const offered = sessionFacts.value?.Languages ?? CATALOGUE_LANGUAGES;
  const follow = { value: '', text: texts.value.shell.preferences.asPage };
  const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return [follow, ...offered.map((tag) => ({ value: tag, text: nameOf(tag) }))];
}
