import { en } from './en.ts';
export const zhCN = en;
