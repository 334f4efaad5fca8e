import type { Texts } from '../en.ts';

export const outbox: Texts['outbox'] = {
  title: '操作',
  running: (count) => `${count} 项操作正在进行`,
  unknown: (count) => `${count} 项操作结果未知`,
  states: {
    waiting: '等待中',
    sent: '已发送',
    done: '已完成',
    refused: '已拒绝',
    unknown: '未知',
    stopped: '未发送',
  },
  doubt: '没有收到答复。用同一密钥再次询问，最多只会执行一次。',
  blocked: {
    token: '此操作由另一个令牌发送，须由它再次询问。',
    age: '时间太久，无法安全地再次询问：请查看是否已执行。',
  },
  again: '再次询问',
  send: '立即发送',
  tidy: '清除已结束的操作',
};
