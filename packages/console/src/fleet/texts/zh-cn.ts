import type { FleetTexts } from './en.ts';
import { audit } from './zh-cn/audit.ts';
import { join } from './zh-cn/join.ts';
import { lists } from './zh-cn/lists.ts';
import { many } from './zh-cn/many.ts';
import { players } from './zh-cn/players.ts';
import { tokens } from './zh-cn/tokens.ts';
import { worlds } from './zh-cn/worlds.ts';

/** The texts of the pages of a fleet in Simplified Chinese. */
export const zhCN: FleetTexts = { worlds, join, many, players, lists, audit, tokens };
