import type { Texts } from '../en.ts';

const give = {
  button: (who: string, what: string) => `给予 ${who} ${what}`,
  done: (who: string, what: string) => `已给予 ${who} ${what}`,
};
const summon = {
  button: (who: string, what: string) => `在 ${who} 召唤 ${what}`,
  done: (who: string, what: string) => `已在 ${who} 召唤 ${what}`,
};
const unban = {
  button: (who: string) => `解除 ${who} 的封禁`,
  done: (who: string) => `已解除 ${who} 的封禁`,
};

const ofFile = {
  button: (who: string) => `恢复 ${who} 之前的内容`,
  done: (who: string) => `已恢复 ${who} 之前的内容`,
};

export const actions: Texts['actions'] = {
  does: {
    giveItems: { name: '给予物品', ...give },
    givePals: { name: '给予帕鲁', ...give },
    giveTemplates: { name: '按模板给予', ...give },
    giveEggs: { name: '给予帕鲁蛋', ...give },
    giveProgress: { name: '给予经验、点数、雕像', ...give },
    learn: {
      name: '教授科技',
      button: (who, what) => `教 ${who} ${what}`,
      done: (who, what) => `已教 ${who} ${what}`,
    },
    forget: {
      name: '移除科技',
      button: (who, what) => `从 ${who} 移除 ${what}`,
      done: (who, what) => `已从 ${who} 移除 ${what}`,
    },
    summonPal: { name: '召唤帕鲁', ...summon },
    summonNpc: { name: '召唤 NPC', ...summon },
    message: {
      name: '发消息',
      button: (who) => `发送给 ${who}`,
      done: (who) => `已发送给 ${who}`,
    },
    broadcast: {
      name: '全服广播',
      button: () => '对所有在线玩家说',
      done: () => '已对所有在线玩家说',
    },
    alert: {
      name: '全服警报',
      button: () => '显示在所有人的屏幕上',
      done: () => '已显示在所有人的屏幕上',
    },
    kick: {
      name: '踢出',
      button: (who) => `踢出 ${who}`,
      done: (who) => `已踢出 ${who}`,
    },
    ban: {
      name: '封禁',
      button: (who) => `封禁 ${who}`,
      done: (who) => `已封禁 ${who}`,
    },
    unban: { name: '解除封禁', ...unban },
    banAddress: {
      name: '封禁地址',
      button: (who) => `封禁来自 ${who} 的所有人`,
      done: (who) => `已封禁来自 ${who} 的所有人`,
    },
    unbanAddress: { name: '解除地址封禁', ...unban },
    deleteBase: {
      name: '删除据点',
      button: (who) => `删除 ${who}`,
      done: (who) => `已删除 ${who}`,
    },
    restoreBase: {
      name: '恢复据点',
      button: (who) => `恢复 ${who}`,
      done: (who) => `已恢复 ${who}`,
    },
    restoreTemplate: {
      name: '恢复之前的模板',
      ...ofFile,
    },
    restoreRules: {
      name: '恢复之前的导入规则',
      ...ofFile,
    },
    restoreSettings: {
      name: '恢复之前的设置',
      ...ofFile,
    },
    reloadConfig: {
      name: '重新读取管理员的文件',
      button: () => '重新读取文件',
      done: () => '已重新读取文件',
    },
    cancelDelivery: {
      name: '取消发放',
      button: (who) => `取消：${who}`,
      done: (who) => `已取消：${who}`,
    },
    retryDelivery: {
      name: '再次尝试发放',
      button: (who) => `再试一次：${who}`,
      done: (who) => `重新等待下次维护：${who}`,
    },
    startMaintenance: {
      name: '开始维护',
      button: (_who, what) => what,
      done: () => '维护已开始',
    },
    restoreBackup: {
      name: '恢复备份',
      button: (who, what) => `${what} ${who}`,
      done: (who) => `已开始恢复 ${who}`,
    },
    cancelMaintenance: {
      name: '取消维护',
      button: () => '取消维护',
      done: () => '已取消维护',
    },
    saveServer: {
      name: '让游戏存档',
      button: () => '让游戏立即存档',
      done: () => '游戏正在写入存档',
    },
    backUp: {
      name: '备份存档',
      button: () => '立即复制存档文件夹',
      done: () => '已复制存档文件夹',
    },
  },
  blocked: {
    offline: '离线',
    offlineHere: '离线；此服务只给予在线玩家（playerResolution）',
    noPlayerFile: '世界中没有其随身物品的记录',
    impossible: '运行中的游戏服务器做不到',
    notAttached: '此服务旁没有游戏服务器',
    ended: '此发放已结束',
  },
  players: (n) => `${n} 名玩家`,
  base: (name) => `${name} 的据点`,
  bases: (n) => `${n} 个据点`,
  targets: (n) => `${n} 项`,
  amount: (count, name) => `${count} 个${name}`,
  atLevel: (name, level) => `${name}（等级 ${level}）`,
  egg: (egg, inside) => `${egg}（内含 ${inside}）`,
  template: (name) => `模板 ${name}`,
  kinds: (n) => `${n} 种`,
  technologies: (n) => `${n} 项科技`,
  everything: '全部科技',
  place: (x, y) => `${x}, ${y}`,
  maintenance: {
    Restart: '重启服务器',
    Deliver: '停止服务器，发放等待项，再启动',
    Restore: '停止服务器并恢复',
  },
  maintenanceByHand: {
    Restart: '开始，并等待我重启服务器',
    Deliver: '开始，并在我停止服务器后发放',
    Restore: '开始，并在我停止服务器后恢复',
  },
  progress: {
    EXP: '经验值',
    TechnologyPoints: '科技点',
    AncientTechnologyPoints: '古代科技点',
  },
};
