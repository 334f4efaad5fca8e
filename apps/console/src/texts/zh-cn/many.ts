import type { Texts } from '../en.ts';

export const many: Texts['many'] = {
  broadcast: '广播消息',
  ban: '封禁玩家',
  unban: '解除封禁',
  reload: '重新读取配置',
  titles: {
    broadcast: (number) => `在 ${number} 个世界广播`,
    ban: (number, whom) => `在 ${number} 个世界封禁 ${whom}`,
    unban: (number, whom) => `在 ${number} 个世界解除对 ${whom} 的封禁`,
    reload: (number) => `重新读取 ${number} 个世界的配置`,
  },
  somebody: '某位玩家',
  message: '消息',
  userId: 'UserId',
  userIdHint: '例如 steam_76561190000000001',
  reason: '原因',
  targets: '世界',
  notOnline: (number) => `其中 ${number} 个世界目前无法连接，那里不会执行任何操作。`,
  noTransaction: '每个世界各自执行，结果可能不同。',
  running: (done, of) => `${of} 个世界中已完成 ${done} 个`,
  outcome: '结果',
  states: { waiting: '…', applied: '完成', refused: '未执行', unknown: '未知' },
  summary: (applied, refused, unknown) =>
    [
      `${applied} 个世界已完成`,
      ...(refused > 0 ? [`${refused} 个未执行`] : []),
      ...(unknown > 0 ? [`${unknown} 个未知`] : []),
    ].join('，'),
  unknownWhy: '还不知道这些世界是否已执行。用同一个键重试，只会执行一次。',
  repeat: (number) => `再次询问 ${number} 个世界`,
  retry: (number) => `在 ${number} 个世界重试`,
};
