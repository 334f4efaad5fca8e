import type { SETTING_TEXTS } from '@palatine/contract';

/** Those of fleet.json are on no page. */
type OnNoPage =
  | 'Version'
  | 'Servers'
  | 'World'
  | 'Name'
  | 'CredentialsFile'
  | 'CAFile'
  | 'Lists'
  | 'Allow'
  | 'TokenGraceHours';

/** The name of each setting, and what it means. */
export const settingTexts: Readonly<
  Record<Exclude<keyof typeof SETTING_TEXTS, OnNoPage>, readonly [title: string, meaning: string]>
> = {
  playerResolution: ['给离线玩家发放', 'Online：操作只对在线玩家有效；Known：对此世界认识的所有玩家有效'],
  bannedTechnologies: ['禁止的科技', '服务永远不会教授的科技'],
  bannedMessage: ['封禁消息', '显示给被封禁的玩家；写入新的 Banlist.json'],
  announcePunishments: ['公布封禁和踢出', '是否在聊天中公布封禁和踢出'],
  unknownIds: ['未知 ID', '拒绝图鉴不认识的 ID，或为比图鉴新的游戏接受它们'],
  useWhitelist: ['PalDefender 白名单', '连接游戏服务器时，是否按 PalDefender 的 WhiteList.json 阻止玩家'],
  whitelistMessage: ['白名单消息', '显示给被 WhiteList.json 阻止的玩家'],
  'archives.keepDays': ['已删除据点保留（天）', '保留归档的天数；0 表示永久'],
  'archives.keepAtLeast': ['始终保留最新的已删除据点', '无论多旧都保留的最新归档数'],
  'backups.keepDays': ['备份保留（天）', '保留备份的天数；0 表示永久'],
  'backups.keepAtLeast': ['始终保留最新的备份', '无论多旧都保留的最新备份数'],
  'audit.keepDays': ['审计保留（天）', '保留审计记录的天数；0 表示永久'],
  'audit.keepEntries': ['审计记录数', '保留的最新记录数；0 表示不限'],

  Enabled: ['API', '是否提供服务'],
  Address: ['地址', '监听的地址；0.0.0.0 表示本机所有地址'],
  Port: ['端口', '监听的端口；0 表示任意空闲端口'],
  'Cors.Allowed-Origins': ['允许的网站', '可以从浏览器调用服务的来源；* 表示全部'],
  'Cors.Max-Age': ['预检缓存（秒）', '浏览器缓存预检结果的秒数'],
  TrustedProxies: ['可信代理', '可用 X-Forwarded-For 说明来源的代理地址和网段'],
  DefaultPermissions: ['所有令牌的权限', '每个令牌除自身权限外都拥有的权限'],
  'TLS.Certificate': ['TLS 证书', 'PEM 文件，相对于数据文件夹；留空使用普通 HTTP'],
  'TLS.Key': ['TLS 密钥', '证书密钥的 PEM 文件；留空使用普通 HTTP'],
  AnswerForm: ['响应格式', '未自定格式的令牌收到的响应格式'],
  'Limits.Max-Body-Bytes': ['最大请求（字节）', '更大的请求以 413 拒绝'],
  'Limits.Max-Queue': ['最长队列', '可以等待游戏的请求数；超出以 503 拒绝'],
  'Limits.Requests-Per-Second': ['速率上限', '每个令牌每秒的请求数；超出以 429 拒绝；0 表示不限'],
  'Limits.Max-Connections': ['连接数', '同时的连接数；超出会被关闭'],

  SaveFolder: ['存档文件夹', '含 Level.sav 的世界文件夹；留空表示独立服务'],
  'Rest.Url': ['REST 地址', '游戏服务器 REST 接口的地址'],
  'Rest.PasswordFile': [
    '密码文件',
    '只含管理员密码，相对于数据文件夹；环境变量 PALATINE_SERVER_PASSWORD 优先',
  ],
  'Rest.AllowPublicAddress': ['允许公网地址', 'REST 地址是否可以在本机和专用网络之外'],
  Deliveries: ['发放', '发放等待下次重启，还是直接拒绝'],
  AlertAs: ['警报', '游戏服务器没有警报，如何处理'],
  BanlistFile: ['封禁名单文件', '游戏服务器的 banlist.txt；留空使用存档旁的文件'],
  'Polls.PlayersSeconds': ['读取玩家间隔（秒）', '读取在线玩家的间隔秒数'],
  'Polls.PlayersWhenEmptySeconds': ['无人时读取玩家间隔（秒）', '无人在线时读取玩家的间隔秒数'],
  'Polls.MetricsSeconds': ['读取数据间隔（秒）', '读取服务器数据的间隔秒数'],
  'Polls.InfoSeconds': ['读取名称和版本间隔（秒）', '读取名称和版本的间隔秒数'],
  'Polls.SettingsSeconds': ['读取设置间隔（秒）', '读取服务器设置的间隔秒数'],
  'Polls.SaveSeconds': ['读取存档间隔（秒）', '检查存档的间隔秒数'],
  'Polls.SettleSeconds': ['等待存档稳定', '文件多少秒没有变化后才读取存档'],
  'Control.Kind': ['服务器控制', '由谁停止和启动游戏服务器'],
  'Control.Container': ['容器', '游戏服务器容器的名称'],
  'Control.Socket': ['Docker 套接字', 'Docker Engine 的套接字'],
  'Control.Stop': ['停止命令', '停止服务器的程序及参数，不经过 shell；状态显示已停止时也会运行'],
  'Control.Start': ['启动命令', '启动服务器的程序及参数，不经过 shell'],
  'Control.Status': ['状态命令', '查询是否运行的程序：退出码 0 运行，3 已停止且不会自动重启，其他未知'],
  'Control.StopTimeoutSeconds': ['停止超时（秒）', '停止最多可用的秒数'],
  'Control.StartTimeoutSeconds': ['启动超时（秒）', '启动最多可用的秒数'],
  'Maintenance.Daily': ['每天重启时间', '开始倒计时的本机时间，例如 05:00'],
  'Maintenance.EveryHours': ['重启间隔（小时）', '两次重启之间的小时数；0 表示关闭'],
  'Maintenance.CountdownSeconds': ['倒计时（秒）', '停止前多少秒提醒玩家；最大的数即倒计时长度'],
  'Maintenance.Message': ['公告', '{time} 会替换为剩余时间'],
  'Maintenance.SkipWhilePlayersOnline': ['有玩家在线时跳过', '有玩家在线时跳过定时重启'],
  'Maintenance.RestartWithoutDeliveries': ['没有等待项也重启', '没有等待的更改时是否也定时重启'],
  'Maintenance.DeliverWhenStopped': ['服务器停止时发放', '发现服务器停止时是否发放等待的更改'],
  'Backups.Folder': ['备份文件夹', '留空使用数据文件夹中的 SaveBackups'],
  'Backups.EveryHours': ['备份间隔（小时）', '两次备份之间的小时数；0 表示只在重启时备份'],
  'Backups.KeepDays': ['存档备份保留（天）', '保留存档备份的天数'],
  'Backups.KeepAtLeast': ['始终保留最新', '始终保留的最新备份数'],
};
