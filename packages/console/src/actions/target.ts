import { visibleText } from '../faces/visible-text.ts';

/** Whom or what an action is done to. */
export type Target =
  | PlayerTarget
  /** Somebody by UserId, whom the world may not know. */
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
  /** The service, or the game server beside which it runs. */
  | { readonly kind: 'service' }
  | { readonly kind: 'server' };

export interface PlayerTarget {
  readonly kind: 'player';
  /** PlayerUID. */
  readonly uid: string;
  readonly name: string;
  readonly online: boolean;
  /** False when the world does not hold their belongings; true unless given. */
  readonly hasPlayerFile?: boolean | undefined;
  /** Of the last session; undefined for a token that may not read it. */
  readonly userId?: string | undefined;
  readonly banned?: boolean | undefined;
}

export interface BaseTarget {
  readonly kind: 'base';
  readonly id: string;
  readonly name: string;
}

/** A file of the operator with what it said before. */
export interface FileTarget {
  readonly kind: 'file';
  readonly of: 'template' | 'rules' | 'settings';
  /** As the route has it: of a template or rules without `.json`. */
  readonly name: string;
  /** Of what it says now; null for a file that is not there. */
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

/** What tells a target from the others of its kind. */
export function targetId(target: Target): string {
  switch (target.kind) {
    case 'player':
      return target.uid;
    case 'user':
      return target.userId;
    case 'address':
      return target.ip;
    case 'base':
    case 'delivery':
      return target.id;
    case 'archive':
      return target.file;
    case 'backup':
    case 'file':
      return target.name;
    default:
      return '';
  }
}

/** What a target is called: its name on one line, without characters that steer a text; its id without a name. */
export function targetName(target: Target): string {
  const name = 'name' in target && target.name !== undefined ? target.name.trim() : '';
  return visibleText(name === '' ? targetId(target) : name);
}

/** A name inside a sentence: its direction of writing does not change that of the sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
