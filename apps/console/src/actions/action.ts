import type { CallOptions } from '@palatine/client';
import type { ALL_ROUTES, PlayerRow, RelicType, RouteReply, SendType } from '@palatine/contract';
import type { IconShape } from '../kit/Button.tsx';
import type { WriteName } from '../outbox/entry.ts';
import type { Texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';

export type ActionId = keyof Texts['actions']['does'];

/** 1: the form is enough. 2: a dialog with target, consequences and reason. 3: a dry run first, and the name is typed. */
export type Level = 1 | 2 | 3;

/** Why an action cannot be done to a target now. The words are in `texts.actions.blocked`. */
export type Blocked = keyof Texts['actions']['blocked'];

/** A consequence of an action that its name does not say. */
export interface Consequence {
  readonly text: string;
  readonly tone?: 'plain' | 'warn' | 'danger';
  /** Names that belong to it, such as what a base holds. */
  readonly details?: readonly string[];
}

/** The inverse: a separate action on the same target, with what the answer named. */
export interface Inverse {
  readonly id: ActionId;
  readonly draft: Partial<Draft>;
  /** The word of its button; Undo unless set. */
  readonly button?: string;
  /** In place of the same target, where the answer names it better. */
  readonly target?: Target;
  readonly also?: Inverse;
}

type Call<Name extends WriteName = WriteName> = Omit<
  CallOptions<(typeof ALL_ROUTES)[Name]>,
  'signal' | 'timeoutMs' | 'retry' | 'idempotencyKey'
>;

/** Something that can be done: everything the console knows of it. */
export interface ActionOf<Name extends WriteName> {
  readonly route: Name;
  readonly icon: IconShape;
  /** A player unless set. */
  readonly targets?: readonly TargetKind[];
  /** 1 unless set. */
  readonly level?: Level;
  /** In the color of danger: it takes something away. */
  readonly danger?: boolean;
  /** It cancels something, so the way out of its dialog is not called Cancel. */
  readonly cancels?: boolean;
  readonly keys?: string;
  /** The parts of the draft that it asks for, in their order; none unless set. */
  readonly fields?: readonly FieldName[];
  /** Set when the target has a page, `<here>/<id of the target>`: removing it there leads back to the list. */
  readonly leaves?: string;
  /** All targets go in one request. */
  readonly together?: boolean;
  // Methods: each action has its own replies, and the table holds them all.
  /** A higher level than `level` for what is filled in. */
  levelFor?(draft: Draft, targets: readonly Target[]): Level;
  /** Whether it makes sense for a target at all; it is not shown else. */
  offered?(target: Target): boolean;
  /** Beyond what the route and the mode of the service forbid. */
  blocked?(target: Target): Blocked | undefined;
  /** Whether enough is filled in; always unless set. */
  isComplete?(draft: Draft): boolean;
  what?(draft: Draft): string;
  call(draft: Draft, targets: readonly [Target, ...Target[]]): Call<Name>;
  /** The answer of the service in words, besides the sentence that it is done. */
  result?(reply: RouteReply<(typeof ALL_ROUTES)[Name]>): readonly string[];
  inverse?(reply: RouteReply<(typeof ALL_ROUTES)[Name]>, draft: Draft): Inverse | undefined;
  /** The consequences that the service predicts. Level 3 requires them before it can be armed. */
  preview?(target: Target, signal: AbortSignal): Promise<readonly Consequence[]>;
}

type Defaults = Required<Pick<ActionOf<WriteName>, 'targets' | 'level' | 'fields' | 'isComplete'>>;

export interface Action
  extends Omit<ActionOf<WriteName>, 'call' | 'result' | 'inverse' | keyof Defaults>,
    Defaults {
  readonly id: ActionId;
  call(draft: Draft, targets: readonly [Target, ...Target[]]): object;
  result?(reply: never): readonly string[];
  inverse?(reply: never, draft: Draft): Inverse | undefined;
}

/** An action as a value that keeps the types of its route. */
export function action<const Name extends WriteName>(definition: ActionOf<Name>): ActionOf<Name> & Defaults {
  return { targets: ['player'], level: 1, fields: [], isComplete: () => true, ...definition };
}

export function onPlayer<Body extends object>(target: Target, body: Body) {
  return { params: { player_identifier: identifierOf(target) }, body };
}

/** The player of a path: by PlayerUID or UserId. */
export function identifierOf(target: Target): string {
  if (target.kind === 'player') return target.uid;
  if (target.kind === 'user') return target.userId;
  throw new Error(`a ${target.kind} is no player`);
}

/** A total of a player that can be given: experience, points, relics. */
export type ProgressName = 'EXP' | 'TechnologyPoints' | 'AncientTechnologyPoints' | RelicType;

/** A number as it is filled in: null while it is not typed yet. */
type Figure = number | null;

/** An egg holds a species with a level, or a template. */
export interface EggDraft {
  readonly egg: string;
  readonly pal: string;
  readonly template: string;
  readonly level: Figure;
}

/** A form in which nothing is filled in. Each action shows some of it. */
export const EMPTY_DRAFT = {
  items: [] as readonly { readonly id: string; readonly count: Figure }[],
  pals: [] as readonly { readonly id: string; readonly level: Figure }[],
  eggs: [] as readonly EggDraft[],
  templates: [] as readonly string[],
  progress: {} as Readonly<Partial<Record<ProgressName, Figure>>>,
  technologies: [] as readonly string[],
  /** All technologies, in place of `technologies`. */
  everything: false,
  reason: '',
  /** Whether the address is banned with the player. */
  withAddress: false,
  message: '',
  sender: '',
  sendType: 'PlayerChat' as SendType,
  /** The id of the Pal or NPC to summon; '' where `template` names a Pal. */
  summoned: '',
  template: '',
  level: null as Figure,
  uncapturable: false,
  still: false,
  /** Height of the place of a summon, in cm. */
  height: null as Figure,
  maintenance: 'Restart' as 'Deliver' | 'Restart',
  /** null: as Server.json says. */
  countdownSeconds: null as Figure,
};

export type Draft = Readonly<typeof EMPTY_DRAFT>;
export type FieldName = keyof Draft;

/** The player, base, file or other thing that an action changes. */
export type Target =
  | PlayerTarget
  /** A user by UserId, who may be unknown to the world. */
  | { readonly kind: 'user'; readonly userId: string; readonly name?: string }
  | { readonly kind: 'address'; readonly ip: string }
  | BaseTarget
  /** An archive of a deleted base, by the name of its file. */
  | { readonly kind: 'archive'; readonly file: string; readonly name: string }
  | FileTarget
  | { readonly kind: 'delivery'; readonly id: string; readonly name: string; readonly state: string }
  | { readonly kind: 'backup'; readonly name: string }
  /** A place in the coordinates of the in-game map; how high is filled in. */
  | { readonly kind: 'place'; readonly x: number; readonly y: number }
  | { readonly kind: 'everybody' }
  /** The service, or its game server. */
  | { readonly kind: 'service' }
  | { readonly kind: 'server' };

export interface PlayerTarget {
  readonly kind: 'player';
  readonly uid: string;
  readonly name: string;
  readonly online: boolean;
  /** False when the world does not hold their belongings; true unless given. */
  readonly hasPlayerFile?: boolean | undefined;
  /** The UserId of the last session; undefined for a token that may not read it. */
  readonly userId?: string | undefined;
  readonly banned?: boolean | undefined;
}

export function targetOfRow(row: PlayerRow): PlayerTarget {
  const { Uid: uid, Name: name, Online: online, HasPlayerFile, UserId: userId, Banned: banned } = row;
  return { kind: 'player', uid, name, online, hasPlayerFile: HasPlayerFile, userId, banned };
}

export interface BaseTarget {
  readonly kind: 'base';
  readonly id: string;
  readonly name: string;
}

/** A file of the operator with what it said before. */
export interface FileTarget {
  readonly kind: 'file';
  /** As the route has it: of a template or rules without `.json`. */
  readonly name: string;
  /** The ETag of its present content; null for a file that does not exist. */
  readonly etag: string | null;
  /** The body that makes it say so again: its text, or the values of settings. */
  readonly body: { readonly Text: string } | { readonly Values: object };
}

export type TargetKind = Target['kind'];

/** An archive by the path or the name of its file. Its name is what its summary says before the counts. */
export function archiveTarget(path: string, summary: string): Extract<Target, { kind: 'archive' }> {
  const name = summary.slice(0, Math.max(0, summary.lastIndexOf(': ')));
  return { kind: 'archive', file: path.slice(path.lastIndexOf('/') + 1), name: name || summary };
}

const ID_FIELDS = ['uid', 'userId', 'ip', 'id', 'file', 'name'];

/** The id of a target among those of its kind; '' for a kind with one target. */
export function targetId(target: Target): string {
  const fields = new Map<string, unknown>(Object.entries(target));
  return String(fields.get(ID_FIELDS.find((name) => fields.has(name)) ?? '') ?? '');
}

/** The name of a target on one line, without control characters; its id when it has no name. */
export function targetName(target: Target): string {
  const name = 'name' in target && target.name !== undefined ? target.name.trim() : '';
  return visibleText(name === '' ? targetId(target) : name);
}

/** A name inside a sentence: its direction of writing does not change that of the sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
