import type { Texts } from '../en.ts';

export const presence: Texts['presence'] = {
  moment: '时刻',
  span: '时长',
  spans: { day: '24 小时', week: '7 天' },
  last: { day: '最近 24 小时', week: '最近 7 天' },
  seen: (players, most) => `${players} 名玩家，同时最多 ${most} 名`,
  at: (time, count) => `${time} · ${count} 人在线`,
  now: '现在',
  when: '日期和时间',
  online: '在线',
  here: (time) => `${time} 在线`,
  nobodyAt: (time) => `${time} 无人在线`,
  nearest: (time) => `最近：${time}，`,
  nobody: '这段时间无人在线。',
  more: (count) => `另外 ${count} 名`,
  earlier: '上一次变化',
  later: '下一次变化',
  noGuild: '没有公会',
  since: (from) => `${from} 起`,
  fromTo: (from, to) => `${from} 至 ${to}`,
  onMap: (time) => `在地图上查看 ${time}`,
};
