import { type FindKind, type FindReply, find, searchFleetPlayers } from '@palatine/contract';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { Flag, Home, PawPrint, UserRound } from 'lucide';
import { startKeys } from '../commands/keys.ts';
import { startPalette } from '../commands/palette.ts';
import {
  type HitKind,
  type PaletteHit,
  type PaletteSource,
  registerSource,
} from '../commands/palette-hit.ts';
import { chosenNames, nameOf, palName } from '../data/catalogue.ts';
import { startLive } from '../data/live.ts';
import { preference, startPreferences } from '../data/preferences.ts';
import { assign } from '../kit/assign.ts';
import type { IconShape } from '../kit/Icon.tsx';
import { atFleet, worldHref } from '../navigation/place.ts';
import { hrefOf, navigate, startRouter } from '../navigation/router.ts';
import { warnOnClose } from '../outbox/outbox.ts';
import { client, may, resumeSession, watchIdle } from '../session/session.ts';
import {
  chooseLanguage,
  followLanguage,
  LANGUAGES,
  type Language,
  languageFor,
  texts,
} from '../texts/texts.ts';
import { catalogueSource } from './catalogue-source.ts';

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
  void chooseLanguage(preferredLanguage())
    .then(resumeSession)
    .catch((error: unknown) => assign(failure, error))
    .then(() => assign(begun, true));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows the sign-in in place of the page that could not be shown. */
export function forgetFailure(): void {
  failure.value = undefined;
}

function preferredLanguage(): Language {
  const chosen = preference('language').value;
  return chosen in LANGUAGES ? (chosen as Language) : languageFor(navigator.languages); // as `in` says
}

function followLanguageChoice(): () => void {
  return effect(() => void chooseLanguage(preferredLanguage()));
}

/** Starts what lives as long as the page, at a world or at a fleet. @returns how to stop each. */
function startPlace(): readonly (() => void)[] {
  if (atFleet) return [registerSource(fleetPlayersSource)];
  return [
    effect(() => assign(chosenNames, preference('names').value)),
    startLive(),
    registerSource(findSource),
    registerSource(catalogueSource),
    warnOnClose(),
  ];
}

/** ms without another letter before the service is asked. */
const DELAY_MS = 80;

interface FoundKind {
  readonly hit: HitKind;
  readonly icon: IconShape;
  href(id: string): string;
}

const KINDS: Readonly<Record<FindKind, FoundKind>> = {
  Player: { hit: 'player', icon: UserRound, href: (id) => hrefOf(`/players/${id}`) },
  Guild: { hit: 'guild', icon: Flag, href: (id) => hrefOf(`/guilds/${id}`) },
  Camp: { hit: 'base', icon: Home, href: (id) => hrefOf(`/bases/${id}`) },
  Pal: { hit: 'pal', icon: PawPrint, href: (id) => hrefOf('/pals', { pal: id }) },
};
const FIND_KINDS = Object.keys(KINDS) as FindKind[];

/** Players, guilds, bases and nicknamed Pals, as the service finds them. */
const findSource: PaletteSource = {
  id: 'find',
  kinds: FIND_KINDS.map((kind) => KINDS[kind].hit),
  delayMs: DELAY_MS,
  async find(text, { kinds, limit, signal }) {
    if (!may(find)) return [];
    const Kinds = FIND_KINDS.filter((kind) => kinds.has(KINDS[kind].hit)).join(',');
    const { Hits } = await client().find({ query: { Text: text, Kinds, Limit: limit }, signal });
    return Hits.map(hitOf);
  },
};

function hitOf({ Kind, Id, Name, Note, Score }: FindReply['Hits'][number]): PaletteHit {
  const { hit, icon, href } = KINDS[Kind];
  return {
    kind: hit,
    id: Id,
    name: Name || texts.value.commands.unnamed(Note),
    note: Name === '' && Kind === 'Guild' ? '' : noteOf(Kind, Note),
    icon,
    score: Score - 0.25, // after a shown name that fits as well as a former name or an id
    run: () => navigate(href(Id)),
  };
}

function noteOf(kind: FindKind, note: string): string {
  if (note === '') return '';
  if (kind === 'Camp') return texts.value.commands.near(nameOf('Places', note));
  return kind === 'Pal' ? palName(note) : note;
}

/** The players of every world; choosing one opens the console of that world. */
const fleetPlayersSource: PaletteSource = {
  id: 'fleet players',
  kinds: ['player'],
  delayMs: DELAY_MS,
  async find(text, { limit, signal }) {
    if (!may(searchFleetPlayers)) return [];
    const query = { Find: text, Limit: limit };
    const { Rows } = await client().call(searchFleetPlayers, { query, signal });
    return Rows.map(({ World, WorldName, Uid, Name }) => ({
      kind: 'player',
      id: `${World} ${Uid}`,
      name: Name,
      note: WorldName,
      icon: UserRound,
      run: () => location.assign(worldHref(World, `/players/${Uid}`)),
    }));
  },
};
