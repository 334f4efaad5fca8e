import type { FleetTexts } from '../en.ts';

export const players: FleetTexts['players'] = {
  find: '名称、曾用名或 UserId',
  findNames: '名称或曾用名',
  world: '世界',
  anyWorld: '所有世界',
  onlineOnly: '仅在线',
  name: '玩家',
  level: '等级',
  guild: '公会',
  platform: '平台',
  seen: '上线',
  online: '在线',
  userId: 'UserId',
  formerly: (names) => `曾用名 ${names}`,
  none: '还没有世界有玩家记录。',
  noneMatch: '所有世界中都没有符合的玩家。',
  more: '显示更多',
  title: '所有世界的玩家',
};
