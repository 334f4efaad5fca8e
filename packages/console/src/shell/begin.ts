import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { startPalette } from '../commands/palette.ts';
import { startKeys } from '../commands/start-keys.ts';
import { preference, startPreferences } from '../data/preferences.ts';
import { assign } from '../kit/assign.ts';
import { startRouter } from '../navigation/router.ts';
import { watchIdle } from '../session/idle.ts';
import { resumeSession } from '../session/session.ts';
import {
  chooseLanguage,
  followLanguage,
  LANGUAGES,
  type Language,
  languageFor,
  texts,
} from '../texts/texts.ts';
import { startPlace } from './start-place.ts';

const begun = signal(false);
const failure = signal<unknown>(undefined);

/** Whether the language and the session of the tab are known. */
export const hasBegun: ReadonlySignal<boolean> = begun;

/** Why the service could not be asked about the token of the tab; undefined when it could. */
export const beginFailure: ReadonlySignal<unknown> = failure;

/** Starts the console over the root of its page. @returns how to stop it. */
export function begin(root: HTMLElement): () => void {
  const stops = [
    startPreferences(root),
    startRouter(),
    followLanguage(root),
    followLanguageChoice(),
    startPalette(),
    ...startPlace(),
    startKeys(preference('singleKeys')),
    watchIdle(preference('idleMinutes'), () => texts.value.signIn.idle(preference('idleMinutes').value)),
  ];
  void chooseLanguage(wishedLanguage())
    .then(resumeSession)
    .catch((error: unknown) => assign(failure, error))
    .then(() => assign(begun, true));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Lets the sign-in stand in place of what could not be shown. */
export function forgetFailure(): void {
  failure.value = undefined;
}

function wishedLanguage(): Language {
  const chosen = preference('language').value;
  return chosen in LANGUAGES ? (chosen as Language) : languageFor(navigator.languages); // as `in` says
}

function followLanguageChoice(): () => void {
  return effect(() => void chooseLanguage(wishedLanguage()));
}
