import type { FleetTexts } from '../en.ts';

export const audit: FleetTexts['audit'] = {
  world: '世界',
  gateway: '网关',
  csv: '保存为 CSV',
  writes: {
    applyFleetLists: '执行共享名单',
    createJoinCode: '生成加入码',
    createFleetToken: '创建集群令牌',
    revokeFleetToken: '撤销集群令牌',
    putFleetList: '保存共享名单',
    deleteFleetList: '删除共享名单',
    addFleetBan: '添加到共享名单',
    removeFleetBan: '从共享名单解除',
    importFleetList: '导入共享名单',
    acceptFleetOffer: '收录世界的封禁',
    declineFleetOffer: '不收录世界的封禁',
  },
};
