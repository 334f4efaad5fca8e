import type { Texts } from '../en.ts';

export const tokens: Texts['tokens'] = {
  name: '名称',
  state: '状态',
  valid: '正常',
  permissions: '权限',
  lastUsed: '上次使用',
  never: '启动后未使用',
  today: '今日请求',
  file: '文件',
  all: '全部',
  nothing: '无',
  group: (name, count) => (count === 1 ? name : `${name}（${count}）`),
  plain: '文件中保存的是令牌明文。重新创建的令牌只保存哈希值。',
  faulty: '此文件无效',
  ignored: '被忽略的文件',
  none: '没有令牌文件，但您已登录：此令牌刚刚被删除。',
  commands: '令牌在服务器上创建和撤销，明文只显示一次：',
};
