import type { Texts } from '../en.ts';

export const fleetPlayers: Texts['fleetPlayers'] = {
  find: '名称、曾用名或 UserId',
  findNames: '名称或曾用名',
  formerly: (names) => `曾用名 ${names}`,
  none: '还没有世界有玩家记录。',
};
