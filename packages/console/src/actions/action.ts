import type { CallOptions } from '@palatine/client';
import type { ALL_ROUTES, RouteReply } from '@palatine/contract';
import type { IconShape } from '../kit/Icon.tsx';
import type { WriteName } from '../outbox/entry.ts';
import type { Texts } from '../texts/texts.ts';
import type { Draft, FieldName } from './draft.ts';
import type { Target, TargetKind } from './target.ts';

export type ActionId = keyof Texts['actions']['does'];

/** 1: the form is enough. 2: a dialog with target, consequences and reason. 3: a dry run first, and the name is typed. */
export type Level = 1 | 2 | 3;

/** Why an action cannot be done to a target now. The words are in `texts.actions.blocked`. */
export type Blocked = keyof Texts['actions']['blocked'];

/** What an action brings about beside what its name says. */
export interface Consequence {
  readonly text: string;
  readonly tone?: 'plain' | 'warn' | 'danger';
  /** Names that belong to it, such as what a base holds. */
  readonly details?: readonly string[];
}

/** The way back: an action of its own, on the same target, with what the answer named. */
export interface Inverse {
  readonly id: ActionId;
  readonly draft: Partial<Draft>;
  /** The word of its button; Undo unless set. */
  readonly button?: string;
  /** In place of the same target, where the answer names it better. */
  readonly target?: Target;
  /** What goes with it. */
  readonly also?: Inverse;
}

/** The parts of a call that an action fills in. */
type Call<Name extends WriteName = WriteName> = Omit<
  CallOptions<(typeof ALL_ROUTES)[Name]>,
  'signal' | 'timeoutMs' | 'retry' | 'idempotencyKey'
>;

/** Something that can be done: everything the console knows of it. */
export interface ActionOf<Name extends WriteName> {
  readonly id: ActionId;
  readonly route: Name;
  readonly icon: IconShape;
  readonly targets: readonly TargetKind[];
  readonly level: Level;
  /** In the colour of danger: it takes something away. */
  readonly danger?: boolean;
  /** The key that opens it. */
  readonly keys?: string;
  /** The parts of the draft that it asks for, in their order; none unless set. */
  readonly fields?: readonly FieldName[];
  /** The page of what it removes is `<here>/<id of the target>`: whoever stands there is led back to the list. */
  readonly leaves?: string;
  /** All targets go in one request. */
  readonly together?: boolean;
  // Methods: each action has replies of its own, and the table holds them all.
  /** A higher level than `level` for what is filled in. */
  levelFor?(draft: Draft, targets: readonly Target[]): Level;
  /** Whether it makes sense for a target at all; it is not shown else. */
  offered?(target: Target): boolean;
  /** Beyond what the route and the mode of the service forbid. */
  blocked?(target: Target): Blocked | undefined;
  /** Whether enough is filled in; always unless set. */
  isComplete?(draft: Draft): boolean;
  /** What it is done with, in words: "10 Pal Sphere". */
  what?(draft: Draft): string;
  call(draft: Draft, targets: readonly [Target, ...Target[]]): Call<Name>;
  /** What the service answered, in words; beyond the sentence that it is done. */
  result?(reply: RouteReply<(typeof ALL_ROUTES)[Name]>): readonly string[];
  inverse?(reply: RouteReply<(typeof ALL_ROUTES)[Name]>, draft: Draft): Inverse | undefined;
  /** What it would bring about, asked of the service. Level 3 waits for it. */
  preview?(target: Target, signal: AbortSignal): Promise<readonly Consequence[]>;
}

type Asking = Required<Pick<ActionOf<WriteName>, 'fields' | 'isComplete'>>;

export interface Action
  extends Omit<ActionOf<WriteName>, 'call' | 'result' | 'inverse' | keyof Asking>,
    Asking {
  call(draft: Draft, targets: readonly [Target, ...Target[]]): object;
  result?(reply: never): readonly string[];
  inverse?(reply: never, draft: Draft): Inverse | undefined;
}

/** An action as a value that keeps the types of its route. */
export function action<const Name extends WriteName>(definition: ActionOf<Name>): ActionOf<Name> & Asking {
  return { fields: [], isComplete: () => true, ...definition };
}

/** The parts of a call that does something to a player. */
export function onPlayer<Body extends object>(target: Target, body: Body) {
  return { params: { player_identifier: identifierOf(target) }, body };
}

/** The player of a path: by PlayerUID or UserId. */
export function identifierOf(target: Target): string {
  if (target.kind === 'player') return target.uid;
  if (target.kind === 'user') return target.userId;
  throw new Error(`a ${target.kind} is no player`);
}
