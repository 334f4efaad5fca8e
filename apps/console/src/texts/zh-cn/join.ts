import type { Texts } from '../en.ts';

export const join: Texts['join'] = {
  add: '添加世界',
  title: '将世界加入集群',
  hint: '用这一行启动该世界。它是机密，只能使用一次，也只显示这一次。',
  tags: '标签',
  tagsHint: '用逗号分隔，例如 eu, pvp。可以留空。',
  lists: '共享名单',
  listsHint: '该世界执行的名单，用逗号分隔。',
  make: '生成加入码',
  command: '命令',
  until: '有效期至',
};
