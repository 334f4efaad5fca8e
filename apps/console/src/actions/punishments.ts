import { Ban, LogOut, ShieldBan, ShieldCheck, ShieldOff } from 'lucide';
import { texts } from '../texts/texts.ts';
import { action, identifierOf, onPlayer, targetId } from './action.ts';
import { previewAddressBan, previewBan } from './preview.ts';
import { MANY_BANS } from './sentences.ts';

const reasonOf = (reason: string) => (reason.trim() === '' ? {} : { Reason: reason.trim() });

export const PUNISHMENTS = {
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
