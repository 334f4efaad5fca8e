import type { Texts } from '../en.ts';

export const undo: Texts['undo'] = {
  title: '撤销',
  because: {
    none: '无法撤销：服务没有相反的操作。',
    refused: '该操作已被拒绝，无需撤销。',
    kick: '无法撤销，也无需撤销：被踢出的玩家可以重新加入。',
    given: '无法撤销：已给予的东西无法收回。',
    said: '无法撤销：消息已被看到。',
    game: '无法撤销：据点在游戏中消失，没有存档。',
    created: '这是新建的文件，请在其页面中删除。',
    versionGone: '该文件之前的内容已不再保留：只保留最近十个版本。',
    eventGone: '说明撤销内容的事件已不再保留。',
    unread: '撤销内容记录在事件中，而此令牌无权读取事件。',
    notYours: '此令牌无权执行相反的操作。',
  },
};
