import type { Texts } from './en.ts';
import { faces } from './zh-cn/faces.ts';
import { shell } from './zh-cn/shell.ts';
import { signIn } from './zh-cn/sign-in.ts';

/** The texts in Simplified Chinese. */
export const zhCN: Texts = { faces, shell, signIn };
