import type { EventData, EventType, PalatineEvent } from '@palatine/contract';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { said, saidOf } from '../data/said.ts';
import { texts } from '../texts/texts.ts';

/** A part of the sentence of an event: what stands for a `{name}` of its text. A `name` is shown as chosen by a player. */
export type EventPart =
  | { readonly kind: 'text' | 'name'; readonly text: string }
  /** To a page of the world of the event. */
  | { readonly kind: 'link'; readonly text: string; readonly path: string };

type Parts = Readonly<Record<string, EventPart>>;
type PartsOf = { readonly [T in EventType]?: (data: EventData<T>) => Parts };

const text = (value: string): EventPart => ({ kind: 'text', text: value });
const name = (value: string): EventPart => ({ kind: 'name', text: value });
const link = (page: 'players' | 'guilds' | 'bases', id: string, called: string): EventPart => {
  return { kind: 'link', text: called, path: `/${page}/${encodeURIComponent(id)}` };
};
const player = (uid: string, called: string) => link('players', uid, called || uid);

/** Maximum of things that a sentence names; the rest is counted. */
const NAMED = 3;

/** Wording of event data by event type, where `partOf` is not enough. */
const PARTS: PartsOf = {
  'player.left': (data) => ({
    reason:
      data.code === 'left.loggedOut' ? text('') : name(texts.value.events.because(saidOf(data.reason, data))),
  }),
  message({ text: message, recipients }) {
    const { everybody, players } = texts.value.events;
    return { said: name(message), to: text(recipients === null ? everybody : players(recipients.length)) };
  },
  grant: ({ granted }) => ({ what: text(grantedText(granted)) }),
  technologies: ({ learnt, forgotten }) => ({ what: text(technologiesText(learnt, forgotten)) }),
  punishment: ({ userId, uid, name: called = userId, ip, reason, code, action }) => ({
    action: text(texts.value.events.punished[action]),
    whom: uid === undefined ? name(called || ip) : player(uid, called),
    reason: name(saidOf(reason, { code })),
  }),
  summoned: ({ species, level }) => ({ what: text(`${palName(species)} (${formatNumber(level)})`) }),
  'pal.caught': ({ count, pals }) => ({
    what: text(
      listed(
        pals.map(({ palId }) => palName(palId)),
        count,
      ),
    ),
  }),
  'guild.changed': ({ guildId, name: called }) => ({ guild: link('guilds', guildId, called) }),
  'base.built': ({ campId, guildId }) => ({ base: base(campId), guild: link('guilds', guildId, '') }),
  'base.deleted': (data) => ({ summary: name(saidOf(data.summary, data)) }),
  'base.restored': (data) => ({ base: base(data.campId), summary: name(saidOf(data.summary, data)) }),
  'delivery.pending': delivery,
  'delivery.delivered': delivery,
  'delivery.failed': delivery,
  'server.state': ({ state, reason, code }) => ({
    state: text(said({ Code: `serverState.${state}`, Message: state })),
    reason: text(saidOf(reason, { code })),
  }),
  'maintenance.started': ({ action }) => ({ action: text(texts.value.events.actions[action] ?? action) }),
  'maintenance.ended': (data) => ({ message: text(saidOf(data.message, data)) }),
  'identity.conflict': ({ uid, before }) => ({ player: player(uid, ''), before: player(before, '') }),
  'enforcement.failed': ({ name: called, userId }) => ({ whom: name(called || userId) }),
  'whitelist.unlisted': ({ kicked }) => {
    const { events } = texts.value;
    return { result: text(kicked ? events.kicked : events.letIn) };
  },
  'template.saved': ({ kind, name: file, action }) => ({
    file: name(file),
    kind: text(texts.value.events.files[kind]),
    action: text(texts.value.events.changed[action]),
  }),
  'token.changed': ({ name: token, action }) => ({
    token: name(token),
    action: text(texts.value.events.changed[action]),
  }),
  'backup.made': ({ name: file }) => ({ file: name(file) }),
  'config.reloaded': ({ files }) => ({ files: text(formatList(files)) }),
};

function base(campId: string): EventPart {
  return link('bases', campId, texts.value.events.base);
}

function delivery({ summary }: EventData<'delivery.pending'>): Parts {
  return { what: text(summary) };
}

/** A text, a number or a player of the data of an event; nothing for anything else. */
function partOf(value: unknown): EventPart[] {
  if (typeof value === 'string') return [name(value)];
  if (typeof value === 'number') return [text(formatNumber(value))];
  const { uid, name: called } = (value ?? {}) as { uid?: unknown; name?: unknown };
  return typeof uid === 'string' && typeof called === 'string' ? [player(uid, called)] : [];
}

/** The sentence of an event as parts, in the order of the language. A type without a sentence is its name with its fields. */
export function eventParts(event: PalatineEvent): EventPart[] {
  const sentences: Readonly<Record<string, string>> = texts.value.events.sentences;
  const key = event.Type === 'items.changed' ? itemsSentence(event.Data) : event.Type;
  const sentence = Object.hasOwn(sentences, key) ? sentences[key] : undefined;
  if (sentence === undefined) return plainParts(event);
  const partsOf = PARTS[event.Type] as ((data: unknown) => Parts) | undefined; // the type vouches for the data
  const parts = partsOf?.(event.Data) ?? {};
  const fields = new Map<string, unknown>(Object.entries(event.Data));
  return sentence
    .split(/\{(\w+)\}/)
    .flatMap((piece, at) => (at % 2 === 0 ? text(piece) : (parts[piece] ?? partOf(fields.get(piece)))))
    .filter((part) => part.kind !== 'text' || part.text !== '');
}

/** The key of the sentence, which leaves out a count of zero. */
function itemsSentence({ gained, lost }: EventData<'items.changed'>): string {
  if (lost === 0) return 'items.gained';
  return gained === 0 ? 'items.lost' : 'items.changed';
}

export function eventText(event: PalatineEvent): string {
  return eventParts(event)
    .map((part) => part.text)
    .join('');
}

/** The name of a type with the players, texts and numbers of its data: `ancient.points: Gustav, 12, Shop`. */
function plainParts({ Type, Data }: PalatineEvent): EventPart[] {
  const fields = Object.values(Data)
    .flatMap(partOf)
    .filter((part) => part.text !== '');
  return [text(Type), ...fields.flatMap((field, at) => [text(at === 0 ? ': ' : ', '), field])];
}

/** The granted amounts in words, such as `20 × Pal Sphere, 150 × Wood`. */
function grantedText(granted: EventData<'grant'>['granted']): string {
  const { units } = texts.value.events;
  const { Items = {}, Pals = [], PalTemplates = [], PalEggs = [], Relics = {} } = granted;
  const amounts = [
    ...Object.entries(Items).map(([id, count]) => times(count, nameOf('Items', id))),
    ...[...Pals, ...PalTemplates].map(({ PalID }) => palName(PalID)),
    ...PalEggs.map(({ EggID }) => nameOf('Eggs', EggID)),
    ...Object.entries(Relics).map(([id, count]) => times(count, nameOf('Relics', id))),
    ...amount(granted.EXP, units.exp),
    ...amount(granted.TechnologyPoints, units.points),
    ...amount(granted.AncientTechnologyPoints, units.ancient),
  ];
  return listed(amounts);
}

const amount = (count: number | undefined, unit: (amount: string) => string): string[] =>
  count === undefined ? [] : [unit(formatNumber(count))];

function technologiesText(learned: readonly string[], forgotten: readonly string[]): string {
  const { units } = texts.value.events;
  const names = (ids: readonly string[]) => listed(ids.map((id) => nameOf('Technologies', id)));
  const unlocked = learned.length === 0 ? [] : [units.learned(names(learned))];
  const forgot = forgotten.length === 0 ? [] : [units.forgotten(names(forgotten))];
  return [...unlocked, ...forgot].join('; ') || units.nothing;
}

const times = (count: number, what: string): string => `${formatNumber(count)} × ${what}`;

function listed(names: readonly string[], count = names.length): string {
  const first = names.slice(0, NAMED);
  const more = count - first.length;
  return formatList(more > 0 ? [...first, texts.value.events.more(formatNumber(more))] : first);
}
