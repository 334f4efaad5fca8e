import type { TextParts } from './en.ts';

/** The texts in Simplified Chinese. */
export const zhCN: TextParts = {
  first: () => import('./zh-cn/first.ts'),
  rest: () => import('./zh-cn/rest.ts'),
  fleet: () => import('./zh-cn/fleet.ts'),
};
