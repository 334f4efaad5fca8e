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
  keys: {
    next: '下一行',
    previous: '上一行',
    toggle: '选择该行',
    range: '选择到该行',
    openRow: '打开该行',
    rowMenu: '该行的操作',
    filter: '筛选列表',
  },
  columns: '列',
  csv: '保存为 CSV',
  of: (matching, total) => `${matching} / ${total}`,
  changes: (count) => `${count} 处变化`,
};
