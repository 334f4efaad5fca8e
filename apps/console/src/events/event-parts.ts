import type { EventData, EventType, PalatineEvent } from '@palatine/contract';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { said, saidOf } from '../data/said.ts';
import { texts } from '../texts/texts.ts';

/** A part of the sentence of an event: what stands for a `{name}` of its text. */
export type EventPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Chosen by a player, so it is shown as such. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'player'; readonly uid: string; readonly name: string }
  | { readonly kind: 'guild'; readonly id: string; readonly name: string }
  | { readonly kind: 'base'; readonly id: string; readonly text: string };

type Parts = Readonly<Record<string, EventPart>>;
type PartsOf = { readonly [T in EventType]?: (data: EventData<T>) => Parts };

const text = (value: string): EventPart => ({ kind: 'text', text: value });
const name = (value: string): EventPart => ({ kind: 'name', text: value });
const player = ({ uid, name: called }: { uid: string; name: string }): EventPart => ({
  kind: 'player',
  uid,
  name: called,
});

/** Maximum of things that a sentence names; the rest is counted. */
const NAMED = 3;

const PARTS: PartsOf = {
  'player.joined': (data) => ({ player: player(data.player) }),
  'player.left': (data) => ({
    player: player(data.player),
    reason:
      data.code === 'left.loggedOut' ? text('') : name(texts.value.events.because(saidOf(data.reason, data))),
  }),
  message: ({ sender, text: message, recipients }) => ({
    sender: name(sender),
    said: name(message),
    to: text(
      recipients === null ? texts.value.events.everybody : texts.value.events.players(recipients.length),
    ),
  }),
  grant: ({ player: to, granted, issuer }) => ({
    player: player(to),
    what: text(grantedText(granted)),
    issuer: name(issuer),
  }),
  technologies: ({ player: subject, learnt, forgotten, issuer }) => ({
    player: player(subject),
    what: text(technologiesText(learnt, forgotten)),
    issuer: name(issuer),
  }),
  punishment: ({ userId, uid, name: called = userId, ip, reason, code, issuer, action }) => ({
    action: text(texts.value.events.punished[action]),
    whom: uid === undefined ? name(called || ip) : { kind: 'player', uid, name: called },
    reason: name(saidOf(reason, { code })),
    issuer: name(issuer),
  }),
  summoned: ({ species, level, issuer }) => ({
    what: text(`${palName(species)} (${formatNumber(level)})`),
    issuer: name(issuer),
  }),
  'player.leveled': ({ player: subject, level }) => ({
    player: player(subject),
    level: text(formatNumber(level)),
  }),
  'pal.caught': ({ player: subject, count, pals }) => ({
    player: player(subject),
    what: text(
      listed(
        pals.map(({ palId }) => palName(palId)),
        count,
      ),
    ),
  }),
  'items.changed': ({ player: subject, gained, lost }) => ({
    player: player(subject),
    gained: text(formatNumber(gained)),
    lost: text(formatNumber(lost)),
  }),
  'guild.changed': ({ guildId, name: called, members }) => ({
    guild: { kind: 'guild', id: guildId, name: called },
    members: text(formatNumber(members)),
  }),
  'base.built': ({ campId, guildId }) => ({
    base: { kind: 'base', id: campId, text: texts.value.events.base },
    guild: { kind: 'guild', id: guildId, name: '' },
  }),
  'base.deleted': (data) => ({ summary: name(saidOf(data.summary, data)), issuer: name(data.issuer) }),
  'base.restored': ({ campId, summary, issuer, ...more }) => ({
    base: { kind: 'base', id: campId, text: texts.value.events.base },
    summary: name(saidOf(summary, more)),
    issuer: name(issuer),
  }),
  'delivery.pending': delivery,
  'delivery.delivered': delivery,
  'delivery.failed': (data) => ({ ...delivery(data), reason: text(data.reason) }),
  'server.state': ({ state, reason, code }) => ({
    state: text(said({ Code: `serverState.${state}`, Message: state })),
    reason: text(saidOf(reason, { code })),
  }),
  'save.stalled': () => ({}),
  'save.replaced': ({ reason }) => ({ reason: text(reason) }),
  'maintenance.started': ({ action, issuer }) => ({
    action: text(texts.value.events.actions[action] ?? action),
    issuer: name(issuer),
  }),
  'maintenance.ended': (data) => ({ message: text(saidOf(data.message, data)) }),
  'identity.conflict': ({ userId, uid, before }) => ({
    userId: name(userId),
    player: { kind: 'player', uid, name: uid },
    before: { kind: 'player', uid: before, name: before },
  }),
  'enforcement.failed': ({ name: called, userId, reason }) => ({
    whom: name(called || userId),
    reason: name(reason),
  }),
  'whitelist.unlisted': (data) => ({
    player: player(data.player),
    result: text(data.kicked ? texts.value.events.kicked : texts.value.events.letIn),
  }),
  'template.saved': ({ kind, name: file, action, issuer }) => ({
    file: name(file),
    kind: text(texts.value.events.files[kind]),
    action: text(texts.value.events.changed[action]),
    issuer: name(issuer),
  }),
  'token.changed': ({ name: token, action, issuer }) => ({
    ...{ token: name(token), issuer: name(issuer) },
    action: text(texts.value.events.changed[action]),
  }),
  'settings.saved': ({ file, issuer }) => ({ file: text(file), issuer: name(issuer) }),
  'backup.made': ({ name: file, issuer }) => ({ file: text(file), issuer: name(issuer) }),
  'config.reloaded': ({ files, issuer }) => ({ files: text(formatList(files)), issuer: name(issuer) }),
  'config.rejected': ({ file, reason }) => ({ file: text(file), reason: text(reason) }),
};

function delivery({ target, summary, issuer }: EventData<'delivery.pending'>): Parts {
  return { target: name(target), what: text(summary), issuer: name(issuer) };
}

/** The sentence of an event as parts, in the order of the language. A type without a sentence is its name with its fields. */
export function eventParts(event: PalatineEvent): EventPart[] {
  const sentences: Readonly<Record<string, string>> = texts.value.events.sentences;
  const key = event.Type === 'items.changed' ? itemsSentence(event.Data) : event.Type;
  const sentence = Object.hasOwn(sentences, key) ? sentences[key] : undefined;
  const partsOf = PARTS[event.Type] as ((data: unknown) => Parts) | undefined; // the type vouches for the data
  if (sentence === undefined || partsOf === undefined) return plainParts(event);
  const parts = partsOf(event.Data);
  return sentence
    .split(/\{(\w+)\}/)
    .map((piece, at) => (at % 2 === 0 ? text(piece) : (parts[piece] ?? text(''))))
    .filter((part) => part.kind !== 'text' || part.text !== '');
}

/** The key of the sentence, which leaves out a count of zero. */
function itemsSentence({ gained, lost }: EventData<'items.changed'>): string {
  if (lost === 0) return 'items.gained';
  return gained === 0 ? 'items.lost' : 'items.changed';
}

/** The sentence of an event as one text. */
export function eventText(event: PalatineEvent): string {
  return eventParts(event)
    .map((part) => (part.kind === 'player' || part.kind === 'guild' ? part.name : part.text))
    .join('');
}

/** The name of a type with the players, texts and numbers of its data: `ancient.points: Gustav, 12, Shop`. */
function plainParts({ Type, Data }: PalatineEvent): EventPart[] {
  const fields = Object.values(Data).flatMap((value: unknown): EventPart[] => {
    if (typeof value === 'string' && value !== '') return [name(value)];
    if (typeof value === 'number') return [text(formatNumber(value))];
    return isPlayer(value) ? [player(value)] : [];
  });
  return [text(Type), ...fields.flatMap((field, at) => [text(at === 0 ? ': ' : ', '), field])];
}

function isPlayer(value: unknown): value is { uid: string; name: string } {
  const { uid, name: called } = (value ?? {}) as { uid?: unknown; name?: unknown };
  return typeof uid === 'string' && typeof called === 'string';
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
    ...(granted.EXP === undefined ? [] : [units.exp(formatNumber(granted.EXP))]),
    ...(granted.TechnologyPoints === undefined ? [] : [units.points(formatNumber(granted.TechnologyPoints))]),
    ...(granted.AncientTechnologyPoints === undefined
      ? []
      : [units.ancient(formatNumber(granted.AncientTechnologyPoints))]),
  ];
  return listed(amounts);
}

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
