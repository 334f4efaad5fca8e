import type { Texts } from '../en.ts';

export const slots: Texts['slots'] = {
  free: '空',
  moreFree: (count) => `还有 ${count} 个空格`,
  rounds: (count) => `${count} 发`,
  durabilityIs: (percent) => `耐久度 ${percent}%`,
  whoHas: '谁持有此物品',
  itemId: 'ItemID',
  count: '数量',
  slot: '格子',
  rarity: '稀有度',
  weight: '单个重量',
  stack: '堆叠上限',
  durability: '耐久度',
  ammunition: '已装弹药',
  passives: '被动词条',
  inside: '内容',
  level: (level) => `${level} 级`,
  lucky: '稀有个体',
  ofMax: (value, max) => `${value} / ${max}`,
  rarities: {
    common: '普通',
    uncommon: '优秀',
    rare: '稀有',
    epic: '史诗',
    legendary: '传说',
  },
};
