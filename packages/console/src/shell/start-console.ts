import { effect } from '@preact/signals';
import { startPalette } from '../commands/palette.ts';
import { startKeys } from '../commands/start-keys.ts';
import { preference, startPreferences } from '../data/preferences.ts';
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

/**
 * Starts all that lives as long as the page. @returns how to stop it, and a promise of the language and the session
 * of the tab, which rejects when the service could not be asked about its token.
 */
export function startConsole(root: HTMLElement): { stop: () => void; begun: Promise<unknown> } {
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
