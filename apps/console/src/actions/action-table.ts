import { SEND_PERMISSIONS, SEND_TYPES, type SendType } from '@palatine/contract';
import {
  ArchiveArrowUp,
  Ban,
  CircleStop,
  CircleX,
  DatabaseBackup,
  FileClock,
  LogOut,
  Megaphone,
  MessageSquare,
  RefreshCw,
  RotateCcw,
  RotateCw,
  Save,
  ShieldBan,
  ShieldCheck,
  ShieldOff,
  Siren,
  Sparkles,
  Trash,
  UserRoundPlus,
} from 'lucide';
import { nameOf } from '../data/catalogue.ts';
import { isStoppedByHand } from '../data/world-now.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import {
  type Action,
  type ActionId,
  action,
  archiveTarget,
  type Draft,
  type FileTarget,
  identifierOf,
  onPlayer,
  type Target,
  targetId,
} from './action.ts';
import { isCount, isText } from './field-problems.ts';
import { GRANTS } from './grants.ts';
import { previewAddressBan, previewBan, previewDeletion, previewStop } from './preview.ts';
import { countText, MANY_BANS, palText } from './sentences.ts';

function placeOf(target: Target, { height }: Draft): { X: number; Y: number; Z: number } {
  if (target.kind !== 'place') throw new Error(`a ${target.kind} is no place`);
  return { X: target.x, Y: target.y, Z: height ?? 0 };
}

function flagsOf({ uncapturable, still }: Draft): { Uncapturable?: true; DisableAI?: true } {
  return { ...(uncapturable && { Uncapturable: true }), ...(still && { DisableAI: true }) };
}

/** The effects of a maintenance on the server, and the part that the person who stops and starts it has in it. */
function maintenanceWords() {
  const { maintenance, maintenanceByHand } = texts.value.actions;
  return isStoppedByHand() ? maintenanceByHand : maintenance;
}

const countdown = (seconds: number | null) => (seconds === null ? {} : { CountdownSeconds: seconds });

function fileOf(target: Target): FileTarget {
  if (target.kind !== 'file') throw new Error(`a ${target.kind} is no file`);
  return target;
}

/** The part that the three have in common: a file gets its earlier content back. */
const RESTORES = { icon: FileClock, targets: ['file'], level: 2 } as const;

function textCall(_draft: Draft, [target]: readonly [Target, ...Target[]]) {
  const { name, etag, body } = fileOf(target);
  if (!('Text' in body)) throw new Error('a file is saved by its text');
  return { params: { name }, ifMatch: etag, body };
}

export function allowedSendTypes(): SendType[] {
  return SEND_TYPES.filter((type) => may({ permission: SEND_PERMISSIONS[type] }));
}

const senderOf = (sender: string) => (sender.trim() === '' ? {} : { Sender: sender.trim() });

const MESSAGES = {
  message: action({
    route: 'sendPlayerMessage',
    icon: MessageSquare,
    keys: 'm',
    fields: ['sendType', 'message', 'sender'],
    together: true,
    blocked: (target) => (target.kind === 'player' && !target.online ? 'offline' : undefined),
    isComplete: ({ message }) => isText(message),
    call: ({ sendType, message, sender }, targets) => ({
      body: { SendType: sendType, Message: message, UserIDs: targets.map(identifierOf), ...senderOf(sender) },
    }),
  }),
  broadcast: action({
    route: 'broadcast',
    icon: Megaphone,
    targets: ['everybody'],
    fields: ['message', 'sender'],
    isComplete: ({ message }) => isText(message),
    call: ({ message, sender }) => ({ body: { Message: message, ...senderOf(sender) } }),
  }),
  alert: action({
    route: 'alert',
    icon: Siren,
    targets: ['everybody'],
    level: 2,
    fields: ['message'],
    isComplete: ({ message }) => isText(message),
    call: ({ message }) => ({ body: { Message: message } }),
  }),
};

const reasonOf = (reason: string) => (reason.trim() === '' ? {} : { Reason: reason.trim() });

const PUNISHMENTS = {
  kick: action({
    route: 'kickPlayer',
    icon: LogOut,
    level: 2,
    fields: ['reason'],
    blocked: (target) => (target.kind === 'player' && !target.online ? 'offline' : undefined),
    call: ({ reason }, [target]) => onPlayer(target, reasonOf(reason)),
  }),
  ban: action({
    route: 'banPlayer',
    icon: Ban,
    targets: ['player', 'user'],
    level: 2,
    danger: true,
    fields: ['reason', 'withAddress'],
    levelFor: (_draft, targets) => (targets.length > MANY_BANS ? 3 : 2),
    call: ({ reason, withAddress }, [target]) =>
      onPlayer(target, { ...reasonOf(reason), ...(withAddress && { IP: true }) }),
    result({ IP, BannedIP, Pending = false }) {
      const { outcomes } = texts.value;
      return [...(IP ? [outcomes.bannedAddress(BannedIP)] : []), ...(Pending ? [outcomes.pending] : [])];
    },
    // A ban that has a UserId is lifted by it; a PlayerUID lifts a ban by PlayerUID only.
    inverse: ({ UserId, BannedIP, Pending = false }) => ({
      id: 'unban',
      draft: {},
      ...(!Pending && { target: { kind: 'user', userId: UserId } }),
      ...(BannedIP !== '' && {
        also: { id: 'unbanAddress', draft: {}, target: { kind: 'address', ip: BannedIP } },
      }),
    }),
    preview: previewBan,
  }),
  unban: action({
    route: 'unbanPlayer',
    icon: ShieldCheck,
    targets: ['player', 'user'],
    level: 2,
    fields: ['reason'],
    offered: (target) =>
      target.kind === 'user' ||
      (target.kind === 'player' && target.banned === true && Boolean(target.userId)),
    call: ({ reason }, [target]) => ({
      params: { user_id: (target.kind === 'player' && target.userId) || identifierOf(target) },
      body: reasonOf(reason),
    }),
    inverse: () => ({ id: 'ban', draft: {} }),
  }),
  banAddress: action({
    route: 'banIP',
    icon: ShieldBan,
    targets: ['address'],
    level: 2,
    danger: true,
    fields: ['reason'],
    call: ({ reason }, [target]) => ({ params: { ip: targetId(target) }, body: reasonOf(reason) }),
    inverse: () => ({ id: 'unbanAddress', draft: {} }),
    preview: previewAddressBan,
  }),
  unbanAddress: action({
    route: 'unbanIP',
    icon: ShieldOff,
    targets: ['address'],
    level: 2,
    fields: ['reason'],
    call: ({ reason }, [target]) => ({ params: { ip: targetId(target) }, body: reasonOf(reason) }),
    inverse: () => ({ id: 'banAddress', draft: {} }),
  }),
};

const DEFINED = {
  ...MESSAGES,
  ...GRANTS,
  summonPal: action({
    route: 'summonPal',
    icon: Sparkles,
    targets: ['place'],
    fields: ['summoned', 'template', 'level', 'height', 'uncapturable', 'still'],
    isComplete: ({ summoned, template, level, height }) =>
      height !== null && (isText(template) || (isText(summoned) && isCount(level))),
    what: ({ summoned, template, level }) => palText(summoned, level, template),
    call: (draft, [target]) => ({
      body: {
        ...placeOf(target, draft),
        ...(draft.template === ''
          ? { PalID: draft.summoned, Level: draft.level ?? 0 }
          : { PalTemplate: draft.template }),
        ...flagsOf(draft),
      },
    }),
  }),
  summonNpc: action({
    route: 'summonNPC',
    icon: UserRoundPlus,
    targets: ['place'],
    fields: ['summoned', 'level', 'height', 'uncapturable', 'still'],
    isComplete: ({ summoned, level, height }) => height !== null && isText(summoned) && isCount(level),
    what: ({ summoned, level }) => texts.value.actions.atLevel(nameOf('NPCs', summoned), countText(level)),
    call: (draft, [target]) => ({
      body: { ...placeOf(target, draft), NPCID: draft.summoned, Level: draft.level ?? 0, ...flagsOf(draft) },
    }),
  }),
  ...PUNISHMENTS,
  deleteBase: action({
    route: 'deleteBase',
    icon: Trash,
    targets: ['base'],
    level: 3,
    danger: true,
    leaves: '/bases',
    call: (_draft, [target]) => ({ params: { base_camp_id: targetId(target) } }),
    result: ({ Archive }) => [texts.value.outcomes.archive(Archive)],
    inverse: ({ BaseCamp, Archive }) => ({
      id: 'restoreBase',
      draft: {},
      button: texts.value.actionDialog.restore,
      target: archiveTarget(Archive, BaseCamp.Summary),
    }),
    preview: previewDeletion,
  }),
  restoreBase: action({
    route: 'restoreBase',
    icon: ArchiveArrowUp,
    targets: ['archive'],
    level: 2,
    call: (_draft, [target]) => ({ params: { file: targetId(target) } }),
  }),
  restoreTemplate: action({ ...RESTORES, route: 'putTemplate', call: textCall }),
  restoreRules: action({ ...RESTORES, route: 'putImportRule', call: textCall }),
  restoreSettings: action({
    ...RESTORES,
    route: 'putSettings',
    call(_draft, [target]) {
      const { name, etag, body } = fileOf(target);
      if (!('Values' in body)) throw new Error('settings are saved by their values');
      return { params: { file: name }, ifMatch: etag, body };
    },
  }),
  cancelDelivery: action({
    route: 'cancelDelivery',
    icon: CircleX,
    targets: ['delivery'],
    level: 2,
    cancels: true,
    blocked: (target) => (target.kind === 'delivery' && target.state !== 'Pending' ? 'ended' : undefined),
    call: (_draft, [target]) => ({ params: { id: targetId(target) } }),
  }),
  retryDelivery: action({
    route: 'retryDelivery',
    icon: RotateCw,
    targets: ['delivery'],
    blocked: (target) =>
      target.kind === 'delivery' && !['Failed', 'Pending'].includes(target.state) ? 'ended' : undefined,
    call: (_draft, [target]) => ({ params: { id: targetId(target) } }),
  }),
  startMaintenance: action({
    route: 'startMaintenance',
    icon: RotateCw,
    targets: ['server'],
    level: 2,
    fields: ['maintenance', 'countdownSeconds'],
    what: ({ maintenance }) => maintenanceWords()[maintenance],
    call: ({ maintenance, countdownSeconds }) => ({
      body: { Action: maintenance, ...countdown(countdownSeconds) },
    }),
    preview: previewStop,
  }),
  restoreBackup: action({
    route: 'startMaintenance',
    icon: RotateCcw,
    targets: ['backup'],
    level: 3,
    fields: ['countdownSeconds'],
    what: () => maintenanceWords().Restore,
    call: ({ countdownSeconds }, [target]) => ({
      body: { Action: 'Restore' as const, Backup: targetId(target), ...countdown(countdownSeconds) },
    }),
    preview: previewStop,
  }),
  cancelMaintenance: action({
    route: 'cancelMaintenance',
    icon: CircleStop,
    targets: ['server'],
    cancels: true,
    call: () => ({}),
  }),
  saveServer: action({ route: 'saveServer', icon: Save, targets: ['server'], call: () => ({}) }),
  backUp: action({
    route: 'backUpServer',
    icon: DatabaseBackup,
    targets: ['server'],
    call: () => ({}),
  }),
  reloadConfig: action({
    route: 'reloadConfig',
    icon: RefreshCw,
    targets: ['service'],
    level: 2,
    call: () => ({}),
    result: ({ Success }) => (Success ? [] : [texts.value.outcomes.rejected]),
  }),
} satisfies Record<ActionId, Omit<Action, 'id'>>;

export const ACTION_IDS = Object.keys(DEFINED) as ActionId[];

/** Everything that can be done, in the order of the menus. */
export const ACTIONS = Object.fromEntries(ACTION_IDS.map((id) => [id, { id, ...DEFINED[id] }])) as Readonly<
  Record<ActionId, Action>
>;
