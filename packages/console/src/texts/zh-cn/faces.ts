import type { Texts } from '../en.ts';

export const faces: Texts['faces'] = {
  loading: '加载中…',
  empty: '这里什么也没有。',
  unknown: '未知',
  private: '此令牌无权查看。',
  nameless: '无名',
  again: '重试',
  againIn: (wait) => `${wait}后重试`,
  request: '请求',
  requestId: '请求编号',
  shownFrom: (time) => `以下内容读取于 ${time}。`,
  partFailed: '页面的这一部分出错，其余部分可用。',
  copy: (what) => `复制${what}`,
  copied: (what) => `已复制：${what}`,
  notCopied: '浏览器不允许此页面复制。',
  show: (what) => `显示${what}`,
  errors: {
    notInTime: '游戏线程未能及时处理此请求。没有做任何更改，以后也不会因它而更改。',
    busy: '服务繁忙。没有做任何更改。',
    tooMany: '此令牌的请求数超过了服务允许的上限。',
    mayNot: (message) => `无权限：${message}`,
    unreachable: '无法连接到服务。',
    timedOut: '服务没有及时响应。',
    unreadable: '响应者不是本服务。',
  },
};
