import type { Texts } from './en.ts';
import { shell } from './zh-cn/shell.ts';
import { signIn } from './zh-cn/sign-in.ts';

/** The texts in Simplified Chinese. */
export const zhCN: Texts = { shell, signIn };
