import type { Texts } from '../en.ts';

export const plan: Texts['plan'] = {
  title: '平面图，上方为北',
  storeys: '楼层',
  allStoreys: '所有楼层',
  storey: (number) => `第 ${number} 层`,
  kinds: {
    structure: '建筑结构',
    work: '工作设施',
    storage: '储物',
    bed: '床与温泉',
    farm: '农牧',
    defence: '防御',
    palbox: '帕鲁终端',
    other: '其他',
  },
  hurt: (hp, max) => `已损坏，耐久 ${hp} / ${max}`,
  underConstruction: '建造中',
  hurtCount: (count) => `${count} 个已损坏`,
  unfinishedCount: (count) => `${count} 个建造中`,
};
