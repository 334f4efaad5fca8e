import type { Texts } from '../en.ts';

export const signIn: Texts['signIn'] = {
  title: '登录',
  token: '令牌',
  submit: '登录',
  submitting: '正在登录…',
  where: '在服务器上用以下命令创建新令牌，只显示一次：',
  whereFleet: '首个令牌在启动网关时显示。登录后可在此处创建更多令牌。',
  inClear: '此连接未加密，令牌会明文传输。docs/operations.md 说明了如何启用 TLS。',
  unreachable: '服务在此地址没有响应。',
  malformed: '这不是令牌：含有令牌不允许的字符。',
  signOut: '退出登录',
  locked: '请重新登录',
  kept: (name) => `使用令牌“${name}”登录后，一切照旧，已输入的内容也会保留。`,
  leave: '离开此页',
  idle: (minutes) => `闲置 ${minutes} 分钟后，页面已自动锁定。`,
  signedInAs: (name) => `已登录：${name}`,
  mayDoAll: '此令牌拥有全部权限。',
  mayDo: (count) => `此令牌有 ${count} 项权限：`,
};
