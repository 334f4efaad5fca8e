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
import { frameParts } from './frame-parts.ts';

const begun = signal(false);
const failure = signal<unknown>(undefined);

/** Whether the language and the session of the tab are known. */
export const hasBegun: ReadonlySignal<boolean> = begun;

/** Why the service could not be asked about the token of the tab; undefined when it could. */
export const beginFailure: ReadonlySignal<unknown> = failure;

/** Starts the console over the root of its page. @returns how to stop it. */
export function begin(root: HTMLElement): () => void {
  const started = startConsole(root);
  void started.begun
    .catch((error: unknown) => {
      failure.value = error;
    })
    .then(() => assign(begun, true));
  return started.stop;
}

/** Lets the sign-in stand in place of what could not be shown. */
export function forgetFailure(): void {
  failure.value = undefined;
}

/** Starts what lives as long as the page. @returns `stop`, and a promise of language and session. */
function startConsole(root: HTMLElement): { stop: () => void; begun: Promise<unknown> } {
  const stopPreferences = startPreferences(root);
  const begun = chooseLanguage(wishedLanguage()).then(resumeSession);
  const stops = [
    stopPreferences,
    startRouter(),
    followLanguage(root),
    followLanguageChoice(),
    startPalette(),
    ...frameParts().start(),
    startKeys(preference('singleKeys')),
    watchIdle(preference('idleMinutes'), () => texts.value.signIn.idle(preference('idleMinutes').value)),
  ];
  return {
    begun,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function wishedLanguage(): Language {
  const chosen = preference('language').value;
  return chosen in LANGUAGES ? (chosen as Language) : languageFor(navigator.languages); // as `in` says
}

function followLanguageChoice(): () => void {
  return effect(() => void chooseLanguage(wishedLanguage()));
}
