import type { Texts } from '../en.ts';

export const table: Texts['table'] = {
  noneMatch: '没有符合所有筛选条件的内容。',
  noFilters: '清除筛选',
  actions: '操作',
  actionsOf: (name) => `对 ${name} 的操作`,
  choose: (name) => `选择 ${name}`,
  chooseAll: '全选',
  chooseMatching: (count) => `选择全部 ${count} 个匹配项`,
  chosen: (shown) => `已选择 ${shown} 个`,
  clear: '清除选择',
  columns: '列',
  csv: '保存为 CSV',
  of: (matching, total) => `${matching} / ${total}`,
  changes: (count) => `${count} 处变化`,
};
