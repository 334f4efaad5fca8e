import type { EventData, PalatineEvent } from '@palatine/contract';
import type { Texts } from '../texts/texts.ts';
import { type ActionId, archiveTarget, type Draft, type Target } from './action.ts';
import { playerTarget } from './dialog.ts';
import { settingsTarget, versionTarget } from './earlier-versions.ts';

/** Why something that happened cannot be undone. The words are in `texts.wayBack.because`. */
type NoWayBack = keyof Texts['wayBack']['because'];

/** The inverse of something that happened. */
export interface WayBack {
  readonly id: ActionId;
  readonly draft?: Partial<Draft>;
  /** Whom or what it is done to; read when it is asked for, since it depends on how things are now. */
  target(): Target | Promise<Target>;
}

type Ways = readonly WayBack[] | NoWayBack;

/** The inverses of an event, each an action of its own; or why there is none. */
export function waysBack(event: PalatineEvent): Ways {
  const known = event as KnownEvent; // a type that the page does not know has no way back
  switch (known.Type) {
    case 'punishment':
      return ofPunishment(known.Data);
    case 'technologies':
      return ofTechnologies(known.Data);
    case 'base.deleted':
      return ofDeletion(known.Data);
    case 'template.saved':
      return ofFile(known.Data, known.Time);
    case 'settings.saved':
      return ofSettings(known.Data, known.Time);
    case 'grant':
    case 'summoned':
      return 'given';
    case 'message':
      return 'said';
    default:
      return 'none';
  }
}

/** Each type with its own data, so that the type tells the data. */
type KnownEvent = { [T in PalatineEvent['Type']]: PalatineEvent<T> }[PalatineEvent['Type']];

function ofPunishment({ action, userId, uid, ip }: EventData<'punishment'>): Ways {
  if (action === 'kick') return 'kick';
  const lifts = action === 'unban' || action === 'unbanip';
  const ways: WayBack[] = [];
  const add = (id: ActionId, target: Target) => ways.push({ id, target: () => target });
  if (userId !== '') add(lifts ? 'ban' : 'unban', { kind: 'user', userId });
  else if (uid !== undefined) add(lifts ? 'ban' : 'unban', { kind: 'player', uid, name: '', online: false });
  if (ip !== '') add(lifts ? 'banAddress' : 'unbanAddress', { kind: 'address', ip });
  return ways;
}

function ofTechnologies({ player, learnt, forgotten }: EventData<'technologies'>): Ways {
  const target = () => playerTarget(player.uid, player.name);
  const ways: WayBack[] = [];
  if (learnt.length > 0) ways.push({ id: 'forget', draft: { technologies: learnt }, target });
  if (forgotten.length > 0) ways.push({ id: 'learn', draft: { technologies: forgotten }, target });
  return ways.length === 0 ? 'none' : ways;
}

function ofDeletion({ archive, summary }: EventData<'base.deleted'>): Ways {
  if (archive === '') return 'game';
  return [{ id: 'restoreBase', target: () => archiveTarget(archive, summary) }];
}

function ofFile({ kind, name, action }: EventData<'template.saved'>, at: string): Ways {
  if (action === 'created') return 'created';
  const id = kind === 'template' ? 'restoreTemplate' : 'restoreRules';
  return [{ id, target: () => versionTarget(kind, name, at) }];
}

function ofSettings({ file, keys }: EventData<'settings.saved'>, at: string): readonly WayBack[] {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return [{ id: 'restoreSettings', target: () => settingsTarget(name, keys, at) }];
}
