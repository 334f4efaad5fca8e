import type { Texts } from '../en.ts';

export const items: Texts['items'] = {
  item: '物品',
  pick: '哪种物品？名称或 ID',
  hint: '选择一种物品，查看世界上所有持有它的地方：玩家、储物箱、公会箱子和掉落物。',
  nobody: '没有任何地方持有此物品。',
  id: '物品 ID',
  weight: (weight) => `重量 ${weight}`,
  stack: (stack) => `每格 ${stack}`,
  total: '世界总数',
  stacks: '堆叠',
  holders: '持有处',
  who: '归属',
  kind: '存放于',
  kinds: { Player: '玩家', Storage: '储物箱', GuildChest: '公会箱子', Drop: '掉落', Other: '其他' },
  place: '位置',
  atBase: '据点内',
  count: '数量',
};
