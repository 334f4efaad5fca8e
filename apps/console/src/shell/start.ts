import { effect, signal } from '@preact/signals';
import { startKeys } from '../commands/keys.ts';
import { startPalette } from '../commands/palette.ts';
import { chosenNames } from '../data/catalogue.ts';
import { startLive } from '../data/live.ts';
import { preference, startPreferences } from '../data/preferences.ts';
import { atFleet } from '../navigation/place.ts';
import { startRouter } from '../navigation/router.ts';
import { warnOnClose } from '../outbox/outbox.ts';
import { resumeSession, watchIdle } from '../session/session.ts';
import {
  chooseLanguage,
  followLanguage,
  LANGUAGES,
  type Language,
  languageFor,
  texts,
} from '../texts/texts.ts';

/** Whether the language and the session of the tab are known. */
export const hasBegun = signal(false);

/** Whether to load code that is not needed yet, so that it is there during an outage. */
export const isLater = signal(false);
const LATER_MS = 3000;

/** Why the service could not be asked about the token of the tab; undefined when it could. */
export const beginFailure = signal<unknown>(undefined);

/** Starts the console over the root of its page. @returns how to stop it. */
export function begin(root: HTMLElement): () => void {
  const stops = [
    startPreferences(root),
    startRouter(),
    followLanguage(root),
    effect(() => void chooseLanguage(preferredLanguage())),
    startPalette(),
    ...startPlace(),
    startKeys(preference('singleKeys')),
    watchIdle(preference('idleMinutes'), () => texts.value.signIn.idle(preference('idleMinutes').value)),
  ];
  // A signed-in user needs the remaining texts too: load them while the session is requested.
  if ('palatineStarted' in globalThis) LANGUAGES[preferredLanguage()].rest().catch(() => {});
  void chooseLanguage(preferredLanguage())
    .then(resumeSession)
    .catch((error: unknown) => (beginFailure.value = error))
    .then(() => (hasBegun.value = true));
  const later = setTimeout(() => (isLater.value = true), LATER_MS);
  return () => {
    clearTimeout(later);
    for (const stop of stops) stop();
  };
}

function preferredLanguage(): Language {
  const chosen = preference('language').value;
  return chosen in LANGUAGES ? (chosen as Language) : languageFor(navigator.languages); // as `in` says
}

/** Starts what lives as long as the page, at a world or at a fleet. @returns how to stop each. */
function startPlace(): readonly (() => void)[] {
  if (atFleet) return [startSources()];
  return [
    preference('names').subscribe((names) => (chosenNames.value = names)),
    startLive(),
    startSources(),
    warnOnClose(),
  ];
}

/** Lets the palette find more than pages and actions. @returns how to stop */
function startSources(): () => void {
  const registered = import('./palette-sources.ts').then(({ registerSources }) => registerSources());
  registered.catch(() => {}); // the palette has pages and actions still
  return () => void registered.then((stop) => stop());
}
